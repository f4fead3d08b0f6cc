// npm run fuzz: random values of every symbology, painted by the print painter and read back. --help says more.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureDependencies } from './ensure-dependencies.mjs';

const root = join(import.meta.dirname, '..');
ensureDependencies();
const done = spawnSync(
  join(root, 'node_modules/.bin/node'),
  [join(root, 'tests/fuzz/fuzz-symbols.ts'), ...process.argv.slice(2)],
  { stdio: 'inherit', cwd: root },
);
process.exitCode = done.status ?? 1;
