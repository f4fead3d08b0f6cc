import { globSync, readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { componentTests } from './tests/support/component-tests.ts';
import { LongestFirst } from './tests/support/longest-first.ts';
import { storageTests } from './tests/support/storage-tests.ts';
import { STEP_MS, TEST_MS } from './tests/support/time-limits.ts';

const END_TO_END = 'tests/e2e/**';
const COMPONENTS = 'tests/components/*.test.tsx';
const SERVER = 'tests/server';
const STORAGE_SERVERS = 'tests/support/storage-servers.ts';
/** These measure the memory of their process, which is to be theirs alone. */
const ALONE = [`${SERVER}/account-export.test.ts`, `${SERVER}/net-fetch.test.ts`];

/** Their tests are functions that keep nothing between calls: files share a process, and load its modules once. */
const LIGHT = ['app', 'build', 'content', 'editor', 'kernel', 'model', 'printing', 'protocol', 'services'].map(
  (room) => `tests/${room}/**`,
);
/** But for those that put modules of their own in the place of others. */
const light = globSync(LIGHT.map((room) => `${room}/*.test.{ts,tsx}`)).filter(
  (file) => !readFileSync(file, 'utf8').includes('vi.mock('),
);

/** Tests of the server, without those that use nothing of what these share: where things are stored is nothing to them. */
const onStorage = readdirSync(SERVER)
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => `${SERVER}/${name}`)
  .filter((file) => readFileSync(file, 'utf8').includes("from './"));
const sharing = onStorage.filter((file) => !ALONE.includes(file));
const { sqlite, postgres, s3 } = storageTests(onStorage, SERVER, process.env['EVERY_STORAGE'] === '1');
const together = (files: readonly string[]): string[] => files.filter((file) => !ALONE.includes(file));

export default defineConfig({
  test: {
    environment: 'node',
    setupFiles: ['tests/support/seeded-properties.ts'],
    testTimeout: TEST_MS,
    hookTimeout: TEST_MS,
    expect: { poll: { timeout: STEP_MS } },
    maxWorkers: 2,
    attachmentsDir: '.cache/attachments',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'rooms',
          include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
          exclude: [END_TO_END, COMPONENTS, ...sharing, ...light],
        },
      },
      componentTests(import.meta.dirname, COMPONENTS),
      { extends: true, test: { name: 'light', include: light, isolate: false } },
      // The server keeps nothing outside its databases and folders: files share a process, and load it once.
      { extends: true, test: { name: 'sqlite', include: together(sqlite), isolate: false } },
      {
        extends: true,
        test: { name: 'postgres', include: together(postgres), isolate: false, globalSetup: STORAGE_SERVERS },
      },
      { extends: true, test: { name: 's3', include: s3, globalSetup: STORAGE_SERVERS } },
      // Each file has a browser and a product's user of its own: what they import is loaded once.
      {
        extends: true,
        test: {
          name: 'e2e',
          include: [`${END_TO_END}/*.test.ts`],
          isolate: false,
          globalSetup: 'tests/support/shared-product.ts',
        },
      },
    ],
  },
});
