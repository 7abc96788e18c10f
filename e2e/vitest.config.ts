// The dashboard in a real browser, on a real service. The stories share one service, one build and one browser; what is
// measured runs after them, one at a time, so that no story takes the machine from it.
import { availableParallelism } from 'node:os'
import { basename, join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { elementTimeoutMs } from './harness/timeout.ts'

// Modules are loaded by Node alone, which strips the types, as in production.
const experimental = { viteModuleRunner: false, nodeLoader: false }

/** The files that take longest are under way before the others fill what is left. */
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
  // Nets against what hangs, not measures: a page that loads in one second has taken 16 on a busy machine.
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
          // One more than there are cores: a story waits for what another person does to arrive.
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
