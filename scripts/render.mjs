// npm run render, and `labelwright render`: sets up what is missing and renders without a browser.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureDependencies, nodePath } from './ensure-dependencies.mjs';
import { renderEnvironment } from './render-environment.mjs';

const root = join(import.meta.dirname, '..');
ensureDependencies();
// Paths on the command line are relative to the user's folder, but npm has changed into the project's.
const cwd = process.env.INIT_CWD ?? process.cwd();
const child = spawn(nodePath, [join(root, 'cli/main.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
  cwd,
  env: renderEnvironment(),
});
// The renderer ends by itself and says how; without this it would go on alone.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => {
  console.error(error.message);
  process.exit(2);
});
child.on('exit', (status, signal) => {
  if (signal === null) process.exit(status ?? 1);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
