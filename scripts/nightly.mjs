// npm run nightly: what takes too long for npm test. A hundred thousand rows through the browser, then a million
// without one, killed once and continued, then 200,000 by workers of which some are always killed, every test of the
// server on both storages, every test in the browser with pointer and keyboard, and a quarter of the mutation check.
// `-- --only browser` (or another of PARTS) runs one of them.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureDebianPackages } from './ensure-debian-packages.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';

const PARTS = ['browser', 'headless', 'workers', 'storage', 'screens', 'mutations'];
const DAY_MS = 24 * 60 * 60 * 1000;
const root = join(import.meta.dirname, '..');
process.chdir(root);
const { values } = parseArgs({ options: { only: { type: 'string' }, rows: { type: 'string' } } });
if (values.only !== undefined && !PARTS.includes(values.only)) {
  console.error(`--only takes ${PARTS.join(' or ')}`);
  process.exit(2);
}
ensureDependencies('all');
ensureDebianPackages();
const rows = values.rows === undefined ? [] : ['--rows', values.rows];
const vitest = (...words) => [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...words];
const PROGRAMS = {
  browser: [join(root, 'benchmarks/nightly-browser.ts'), ...rows],
  headless: [join(root, 'benchmarks/nightly-headless.ts'), ...rows],
  workers: vitest('--project', 'rooms', 'tests/worker'),
  storage: vitest('--project', 'sqlite', '--project', 'postgres', '--project', 's3'),
  // Each control with pointer and keyboard. The product that the files share builds itself.
  screens: vitest('--project', 'e2e'),
  // Another quarter each night.
  mutations: [join(root, 'scripts/mutate.mjs'), '--quarter', String(Math.floor(Date.now() / DAY_MS))],
};
for (const part of PARTS.filter((name) => values.only === undefined || values.only === name)) {
  const env = { ...process.env, LABELS: values.rows ?? '200000', EVERY_STORAGE: '1', EVERY_CASE: '1' };
  env.PATH = `${join(root, 'node_modules/.bin')}:${env.PATH}`;
  const done = spawnSync(join(root, 'node_modules/.bin/node'), PROGRAMS[part], { stdio: 'inherit', env });
  if (done.status !== 0) process.exit(done.status ?? 1);
}
