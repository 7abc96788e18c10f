import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { usersOfTestDatabase } from './server/tests/harness/import-graph.ts'

// Test files that start processes, and those with the most rows, take longest: they are under way before the others fill
// what is left.
const takesLong =
  /'\.\.?\/[^']*\bharness\/(embedded\/)?(command|service-process|big-lists|long-history|trial)\.ts'|node:child_process/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const long = new Set(sorted.filter(({ moduleId }) => takesLong.test(readFileSync(moduleId, 'utf8'))))
    return [...long, ...sorted.filter((file) => !long.has(file))]
  }
}

/** `npx vitest run --sequence.shuffle.files` needs Vitest's own order. */
const isShuffled = process.argv.some((option) => option.startsWith('--sequence.shuffle'))

const found = globSync(
  ['{contract,server,sdk,dashboard,bench}/src/**/*.test.ts', 'server/tests/**/*.test.ts'],
  { cwd: import.meta.dirname },
)

/** They are about processes, files and programs of clients, which work on any database or on none. */
const isAboutDatabases = (file: string) => !/^(sdk|server\/src\/(app|commands|docs))\//.test(file)

export default defineConfig({
  test: {
    // On a second database only the tests that use it can have another result.
    include:
      process.env['TEST_GROUP'] === 'database' ? usersOfTestDatabase(found).filter(isAboutDatabases) : found,
    globalSetup: ['server/tests/harness/global-setup.ts'],
    setupFiles: ['server/tests/harness/after-each-file.ts'],
    reporters: ['default', './server/tests/harness/summary-reporter.ts'],
    sequence: isShuffled ? {} : { sequencer: LongestFirst },
    pool: 'forks',
    // Files share a few processes. That halves the CPU time of a small file: of eight files from 33 s to 16 s.
    isolate: false,
    // By default one core is left idle, of two that is half the machine. One more than there are, as some tests wait for
    // processes and time-outs.
    maxWorkers: availableParallelism() + 1,
    // A net against what hangs, not a measure: a test that starts ten processes must also pass on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Modules are loaded by Node alone, which strips the types, as in production.
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
})
