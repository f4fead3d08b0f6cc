// The part of `labelwright-assistant` that a Node that is too old could not even parse.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureDependencies, nodePath, root } from './ensure-dependencies.mjs';

ensureDependencies();
// Its folder is the same one wherever it is called from.
const child = spawn(nodePath, [join(root, 'print-assistant/main.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
  cwd: root,
});
// It ends by itself once its pages are handed over; without this it would go on alone.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
child.on('exit', (status) => process.exit(status ?? 1));
