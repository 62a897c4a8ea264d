// Attributes that some of our compilers know.

#ifndef LOADGATE_ATTRIBUTES_H_
#define LOADGATE_ATTRIBUTES_H_

// LG_LIFETIME_BOUND marks a parameter, or the object of a member function, that
// the returned view points into. Clang warns when the view outlives it.
#if defined(__clang__)
#define LG_LIFETIME_BOUND [[clang::lifetimebound]]
#else
#define LG_LIFETIME_BOUND
#endif

#endif  // LOADGATE_ATTRIBUTES_H_
