import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// Test files that start processes (their clean-up belongs to one file), and those with the most rows, which take
// longest and so start first. They get a process each; all others share one per core. Sharing halves the CPU time
// of a small file: of eight files from 33 s to 16 s.
const needsOwnProcess =
  /'\.\.\/[^']*\b(command|worker-process|big-lists|long-history|trial)\.ts'|node:child_process/

const all = globSync('{contract,server,sdk,bench}/src/**/*.test.ts', { cwd: import.meta.dirname })
const own = all.filter((file) => needsOwnProcess.test(readFileSync(join(import.meta.dirname, file), 'utf8')))

const common = {
  pool: 'forks' as const,
  // By default one core is left idle, of two that is half the machine. One more than there are, as some tests wait for
  // processes and time-outs.
  maxWorkers: availableParallelism() + 1,
  // A net against what hangs, not a measure: a test that starts ten processes must also pass on a busy machine.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // Modules are loaded by Node alone, which strips the types, as in production.
  experimental: { viteModuleRunner: false, nodeLoader: false },
}

export default defineConfig({
  test: {
    globalSetup: ['server/src/testing/global-setup.ts'],
    reporters: ['default', './server/src/testing/summary-reporter.ts'],
    // One after the other, by name: the long files are under way before the short ones fill what is left.
    projects: [
      { test: { ...common, name: 'isolated', include: own, provide: { ownProcess: true } } },
      {
        test: {
          ...common,
          name: 'shared',
          include: all,
          exclude: own,
          isolate: false,
          provide: { ownProcess: false },
        },
      },
    ],
  },
})
