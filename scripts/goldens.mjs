// npm run goldens: paints every golden again and saves the results as expected. Check the difference before you commit.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureDependencies } from './ensure-dependencies.mjs';

const root = join(import.meta.dirname, '..');
ensureDependencies('all');
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const done = spawnSync(join(root, 'node_modules/.bin/node'), [vitest, 'run', 'tests/golden'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, LABELWRIGHT_GOLDENS: 'write' },
});
process.exit(done.status ?? 1);
