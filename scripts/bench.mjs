// npm run bench: sets up what is missing and runs the benchmarks.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureDebianPackages } from './ensure-debian-packages.mjs';
import { ensureDependencies } from './ensure-dependencies.mjs';

const root = join(import.meta.dirname, '..');
process.chdir(root);
ensureDependencies('all');
ensureDebianPackages();
const done = spawnSync(
  join(root, 'node_modules/.bin/node'),
  [join(root, 'benchmarks/bench.ts'), ...process.argv.slice(2)],
  {
    stdio: 'inherit',
  },
);
process.exit(done.status ?? 1);
