import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['contract/src/**/*.test.ts', 'server/src/**/*.test.ts', 'bench/src/**/*.test.ts'],
    globalSetup: ['server/src/testing/global-setup.ts'],
    reporters: ['default', './server/src/testing/summary-reporter.ts'],
    pool: 'forks',
    // By default one core is left idle, of two that is half the machine.
    maxWorkers: '100%',
    // A net against what hangs, not a measure: a test that starts ten processes must also pass on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
