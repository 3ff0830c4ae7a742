// Runs a program that Soufflé compiled, facts in memory: PROGRAM FOLDER. Prints the milliseconds of the evaluation, and how
// many tuples each output relation has.
#include "souffle/SouffleInterface.h"
#include <chrono>
#include <cstdio>

int main(int, char** arguments) {
  souffle::SouffleProgram* program = souffle::ProgramFactory::newInstance(arguments[1]);
  if (program == nullptr) return 1;
  program->setNumThreads(1);
  program->loadAll(arguments[2]);
  const auto begin = std::chrono::steady_clock::now();
  program->run();
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
  std::printf("{\"milliseconds\": %.3f, \"counts\": {", time.count());
  const char* comma = "";
  for (const souffle::Relation* relation : program->getOutputRelations()) {
    std::printf("%s\"%s\": %zu", comma, relation->getName().c_str(), relation->size());
    comma = ", ";
  }
  std::printf("}}\n");
}
