import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['contract/src/**/*.test.ts', 'server/src/**/*.test.ts', 'bench/src/**/*.test.ts'],
    globalSetup: ['server/src/testing/global-setup.ts'],
    reporters: ['default', './server/src/testing/summary-reporter.ts'],
    pool: 'forks',
    // By default one core is left idle, of two that is half the machine.
    maxWorkers: '100%',
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
