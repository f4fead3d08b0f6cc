// The part of `labelwright-assistant` that too old versions of Node could not even parse.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { COMPILE_CACHE } from './compile-cache.mjs';
import { ensureDependencies, nodePath, root } from './ensure-dependencies.mjs';

ensureDependencies();
// Its folder does not depend on where it is called.
const child = spawn(nodePath, [join(root, 'print-assistant/main.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
  cwd: root,
  env: { ...COMPILE_CACHE, ...process.env },
});
// It ends by itself once its pages are submitted; without this it would keep running alone.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
child.on('exit', (status) => process.exit(status ?? 1));
