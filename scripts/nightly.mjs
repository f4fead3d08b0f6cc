// npm run nightly: what takes too long for npm test. A hundred thousand rows through the browser, then a million without
// one, killed once and gone on with. `-- --only browser` or `-- --only headless` runs one of them.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureDebianPackages } from './ensure-debian-packages.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';

const PARTS = ['browser', 'headless'];
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
for (const part of PARTS.filter((name) => values.only === undefined || values.only === name)) {
  const program = join(root, `benchmarks/nightly-${part}.ts`);
  const done = spawnSync(join(root, 'node_modules/.bin/node'), [program, ...rows], { stdio: 'inherit' });
  if (done.status !== 0) process.exit(done.status ?? 1);
}
