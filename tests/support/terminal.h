// Terminal: a pseudo-terminal, as a user's.

#ifndef LOADGATE_TESTS_SUPPORT_TERMINAL_H_
#define LOADGATE_TESTS_SUPPORT_TERMINAL_H_

#include <string>
#include <string_view>

namespace loadgate::testing_support {

class Terminal {
 public:
  // Terminal opens one of so many columns.
  explicit Terminal(unsigned short columns = 80);
  ~Terminal() { Close(); }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  // is_open returns whether there is one: some systems have no /dev/pts.
  bool is_open() const { return fd_ >= 0; }

  // name returns what a program opens to be on it.
  const std::string& name() const { return name_; }

  // Type types keys, such as "\x03" for Ctrl-C.
  void Type(std::string_view keys) const;

  // Read waits up to a minute for something to be shown, and returns it; ""
  // when nobody has it open any more.
  std::string Read() const;

  // Close takes the terminal away from those who are on it.
  void Close();

 private:
  int fd_ = -1;
  std::string name_;
};

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_SUPPORT_TERMINAL_H_
