// Configures one chaos run, which starts its own PostgreSQL servers and everything else.
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../node_modules/.cache/compiled')

export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['*.test.ts'],
    reporters: ['default', join(import.meta.dirname, '../server/tests/harness/summary-reporter.ts')],
    setupFiles: [join(import.meta.dirname, '../server/tests/harness/after-each-file.ts')],
    pool: 'forks',
    // Anything that takes longer hangs. The faults themselves can last any time.
    testTimeout: (Number(process.env['CHAOS_SECONDS'] ?? 120) + 180) * 1000,
    hookTimeout: 120_000,
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
})
