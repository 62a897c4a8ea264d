#include "tests/sandbox/run_zygote.h"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <iterator>
#include <utility>
#include <variant>

#include "harness/broker/zygote_keeper.h"
#include "harness/craft_task.h"
#include "harness/worker_options.h"

namespace loadgate {

void PrintTo(const WorkerOutcome& outcome, std::ostream* out) {
  *out << WorkerEndName(outcome.end) << " " << outcome.detail << " "
       << sandbox::SetupStepName(outcome.step);
}

}  // namespace loadgate

namespace loadgate::testing_support {
std::string ActZygote() { return LG_ACT_ZYGOTE; }
std::string DynamicActZygote() { return LG_ACT_ZYGOTE_DYNAMIC; }

const std::vector<Locked>& LockedPrograms() {
  static const std::vector<Locked> programs = {
      {"judging", ActZygote(), DefaultWorkerSettings().limits,
       [](std::string_view task) { return std::string(task); }},
      {"craft", LG_ACT_CRAFT_WORKER, DefaultCraftSettings().limits,
       [](std::string_view task) {
         return EncodeCraftTask({.verb = CraftVerb::kDisasm,
                                 .set = true,
                                 .most_bytes = 1 << 20,
                                 .inputs = {{8, std::string(task)}}});
       }},
  };
  return programs;
}

ZygoteSpec SpecOf(const std::string& program, sandbox::Policy policy) {
  return {.program = program,
          .policy = policy,
          .answer_time = std::chrono::minutes(2)};
}

std::unique_ptr<ZygoteClient> StartZygote(sandbox::Policy policy,
                                          const std::string& program) {
  auto started = ZygoteClient::Start(SpecOf(program, policy));
  if (const auto* error = std::get_if<std::string>(&started)) {
    ADD_FAILURE() << "The test zygote does not start: " << *error;
    return nullptr;
  }
  return std::move(std::get<std::unique_ptr<ZygoteClient>>(started));
}

std::string WhyNoZygote(const std::string& program, bool without_landlock) {
  ZygoteSpec spec = SpecOf(program);
  spec.without_landlock = without_landlock;
  const auto started = ZygoteClient::Start(spec);
  const auto* error = std::get_if<std::string>(&started);
  return error == nullptr ? "" : *error;
}

UniqueFd MakeInput(std::string_view bytes) {
  UniqueFd input(::memfd_create("input", MFD_CLOEXEC));
  EXPECT_EQ(::write(input.get(), bytes.data(), bytes.size()),
            static_cast<ssize_t>(bytes.size()));
  return input;
}

template <typename Zygote>
Told RunTask(Zygote* zygote, std::string_view task,
             const TaskSetting& setting) {
  const UniqueFd own = MakeInput("12345678");
  std::vector<int> inputs = setting.inputs;
  if (inputs.empty()) inputs.push_back(own.get());
  const sandbox::Order order = {.policy = setting.policy,
                                .limits = setting.limits,
                                .task = std::string(task)};
  Told told;
  const auto reader = [&](ByteSpan piece) {
    told.reply += AsText(piece);
    if (setting.on_reply) setting.on_reply(told.reply);
    return told.reply.size() <= setting.most_bytes;
  };
  told.outcome = zygote->Run(order, inputs, reader,
                             ZygoteClient::Clock::now() + setting.time,
                             setting.interrupted);
  return told;
}

template Told RunTask(ZygoteClient*, std::string_view, const TaskSetting&);
template Told RunTask(ZygoteKeeper*, std::string_view, const TaskSetting&);

size_t OpenDescriptors() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return static_cast<size_t>(std::distance(begin(all), end(all)));
}

int InChild(const std::function<int()>& body) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(body());
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace loadgate::testing_support
