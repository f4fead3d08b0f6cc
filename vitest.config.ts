import { defineConfig } from 'vitest/config';

const END_TO_END = 'tests/e2e/**';

export default defineConfig({
  test: {
    environment: 'node',
    setupFiles: ['tests/support/seeded-properties.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Like every other wait: one second, which is the rule, is not enough where the machine is busy.
    expect: { poll: { timeout: 15_000 } },
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: { name: 'rooms', include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'], exclude: [END_TO_END] },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ['tests/server/*.test.ts'],
          globalSetup: 'tests/support/storage-servers.ts',
        },
      },
      {
        extends: true,
        test: { name: 'e2e', include: [`${END_TO_END}/*.test.ts`], globalSetup: 'tests/support/shared-product.ts' },
      },
    ],
  },
});
