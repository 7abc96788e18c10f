// The dashboard in a real browser, on a real service. The stories share one service, one build and one browser; what is
// measured runs after them, one at a time, so that no story takes the machine from it.
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// Modules are loaded by Node alone, which strips the types, as in production.
const experimental = { viteModuleRunner: false, nodeLoader: false }

const common = {
  root: import.meta.dirname,
  pool: 'forks' as const,
  isolate: false,
  // A net against what hangs, not a measure.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // As long as Playwright waits for an element. A change of another person takes up to two seconds to arrive.
  expect: { poll: { timeout: 15_000 } },
  experimental,
}

export default defineConfig({
  root: import.meta.dirname,
  test: {
    experimental,
    globalSetup: [join(import.meta.dirname, 'harness/setup.ts')],
    reporters: ['default', join(import.meta.dirname, '../server/src/testing/summary-reporter.ts')],
    projects: [
      {
        test: {
          ...common,
          name: 'stories',
          include: ['**/*.test.ts'],
          exclude: ['measured/**'],
          maxWorkers: availableParallelism(),
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
