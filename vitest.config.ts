import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    globalSetup: ['scripts/test-postgres.ts'],
    pool: 'forks',
    maxWorkers: 2,
    passWithNoTests: false,
    // They end what hangs and measure nothing: a machine half as fast that does other things too must get through.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', 'json'],
    outputFile: { json: 'reports/vitest.json' },
  },
});
