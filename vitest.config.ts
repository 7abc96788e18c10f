import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { usersOfTestDatabase } from './server/src/testing/import-graph.ts'

// Test files that start processes, and those with the most rows, take longest: they are under way before the others fill
// what is left.
const takesLong =
  /'\.\.\/[^']*\b(command|worker-process|big-lists|long-history|trial)\.ts'|node:child_process/

const found = globSync('{contract,server,sdk,dashboard,bench}/src/**/*.test.ts', { cwd: import.meta.dirname })
// On a second database only the tests that use it can have another result.
const all = process.env['TEST_GROUP'] === 'database' ? usersOfTestDatabase(found) : found
const long = all.filter((file) => takesLong.test(readFileSync(join(import.meta.dirname, file), 'utf8')))

const common = {
  pool: 'forks' as const,
  // Files share a few processes. That halves the CPU time of a small file: of eight files from 33 s to 16 s.
  isolate: false,
  setupFiles: ['server/src/testing/after-each-file.ts'],
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
    // One after the other, by name.
    projects: [
      { test: { ...common, name: 'long', include: long } },
      { test: { ...common, name: 'short', include: all, exclude: long } },
    ],
  },
})
