// Tests the dashboard in a real browser, against a real service. The tests share one service, one build and one
// browser. Measurements run after them, one at a time, so that nothing else uses the machine.
import { availableParallelism } from 'node:os'
import { basename, join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { elementTimeoutMs } from './harness/timeout.ts'

// Node loads the modules itself and strips the types, as in production.
const experimental = { viteModuleRunner: false, nodeLoader: false }

/** The slowest files start first, so that the others fill the remaining time. */
const longest = [
  'pages.test.ts',
  'numbers.test.ts',
  'warehouse-receive-lines.test.ts',
  'warehouse-orders-keys.test.ts',
  'figures.test.ts',
  'warehouse-day.test.ts',
]
const rankOf = ({ moduleId }: TestSpecification) => {
  const rank = longest.indexOf(basename(moduleId))
  return rank === -1 ? longest.length : rank
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}

const common = {
  root: import.meta.dirname,
  pool: 'forks' as const,
  isolate: false,
  // These limits only stop tests that hang: on a busy machine, a page that usually loads in one second can take 16.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: elementTimeoutMs } },
  experimental,
}

export default defineConfig({
  root: import.meta.dirname,
  test: {
    experimental,
    sequence: { sequencer: LongestFirst },
    globalSetup: [join(import.meta.dirname, 'harness/setup.ts')],
    reporters: ['default', join(import.meta.dirname, '../server/tests/harness/summary-reporter.ts')],
    projects: [
      {
        test: {
          ...common,
          name: 'stories',
          include: ['**/*.test.ts'],
          exclude: ['measured/**'],
          // One more than there are cores, because tests spend time waiting for updates to arrive.
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...common,
          name: 'measured',
          include: ['measured/**/*.test.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
