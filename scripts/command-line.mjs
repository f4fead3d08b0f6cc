// Starts the command line in a process of its own, after setting up what is missing.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureDependencies, nodePath } from './ensure-dependencies.mjs';
import { renderEnvironment } from './render-environment.mjs';

/** Runs cli/main.ts with these arguments, in the folder of the user, and exits with its status. */
export function runCommandLine(args) {
  const root = join(import.meta.dirname, '..');
  ensureDependencies();
  // Paths on the command line are relative to the user's folder, but npm has changed into the project's.
  const cwd = process.env.INIT_CWD ?? process.cwd();
  const child = spawn(nodePath, [join(root, 'cli/main.ts'), ...args], {
    stdio: 'inherit',
    cwd,
    env: renderEnvironment(),
  });
  // The renderer ends by itself and reports its result; without this it would keep running alone.
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
}
