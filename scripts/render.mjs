// npm run render: sets up what is missing and renders without a browser.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureDependencies } from './ensure-dependencies.mjs';

const root = join(import.meta.dirname, '..');
ensureDependencies();
// Paths on the command line are relative to the user's folder, but npm has changed into the project's.
const cwd = process.env.INIT_CWD ?? process.cwd();
const done = spawnSync(join(root, 'node_modules/.bin/node'), [join(root, 'cli/main.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
  cwd,
});
process.exit(done.status ?? 1);
