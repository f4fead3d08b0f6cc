// labelwright worker: makes labels of runs, in addition to the servers of an installation. Settings come from the
// environment.
import './ensure-node.mjs';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { renderEnvironment } from './render-environment.mjs';

if (process.argv.length > 2) {
  console.error(`labelwright worker takes no arguments; it is configured by the environment: DATABASE_URL, S3_…, DATA_DIR,
with the same values as the servers (docs/operate/deploy.md, "Workers"). It runs until SIGTERM and then returns unfinished work
to the queue.`);
  process.exit(process.argv[2] === '--help' ? 0 : 2);
}
const root = join(import.meta.dirname, '..');
const child = spawn(join(root, 'node_modules/.bin/node'), [join(root, 'worker/main.ts')], {
  stdio: 'inherit',
  env: renderEnvironment(),
});
for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => void child.kill(name));
child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 137)));
