// npm run nightly: what takes too long for npm test. A million rows without a browser, killed once and gone on with.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureDependencies } from './ensure-dependencies.mjs';

const root = join(import.meta.dirname, '..');
process.chdir(root);
ensureDependencies('all');
const done = spawnSync(
  join(root, 'node_modules/.bin/node'),
  [join(root, 'benchmarks/nightly.ts'), ...process.argv.slice(2)],
  {
    stdio: 'inherit',
  },
);
process.exit(done.status ?? 1);
