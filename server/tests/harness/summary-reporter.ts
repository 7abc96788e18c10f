// The last line of a test run: how many tests passed, failed and were skipped.
import type { Reporter, TestModule } from 'vitest/node'

export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]) {
    const counts = { passed: 0, failed: errors.length, skipped: 0, pending: 0 }
    for (const testModule of modules) {
      if (testModule.errors().length > 0) counts.failed += 1
      for (const test of testModule.children.allTests()) counts[test.result().state] += 1
    }
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
    // Printed after the default reporter's own last line.
    process.on('exit', () =>
      process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed${skipped}\n`),
    )
  }
}
