import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    environment: 'node',
    include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
    setupFiles: ['tests/support/seeded-properties.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Like every other wait: one second, which is the rule, is not enough where the machine is busy.
    expect: { poll: { timeout: 15_000 } },
    maxWorkers: 2,
  },
});
