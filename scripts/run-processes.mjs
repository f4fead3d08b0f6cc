// Runs several programs as one: together they start, and together they stop.
import { spawn } from 'node:child_process';

/** Longer than any of them takes to stop by itself. */
const STOP_LIMIT_MS = 8000;

/**
 * Starts them in order. Ctrl-C or SIGTERM stops all and exits 0; when one ends by itself, the others are stopped and
 * the exit code is 1.
 */
export function runProcesses(programs, { command, cwd }) {
  const running = new Map();
  let stopping = false;
  let exitCode = 0;

  const stop = (code) => {
    if (stopping) return;
    stopping = true;
    exitCode = code;
    if (running.size === 0) process.exit(exitCode);
    for (const child of running.values()) child.kill('SIGTERM');
    setTimeout(() => {
      for (const child of running.values()) child.kill('SIGKILL');
    }, STOP_LIMIT_MS).unref();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(0));

  for (const { name, args, env } of programs) {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    running.set(name, child);
    const ended = (how) => {
      if (!running.delete(name)) return;
      if (!stopping) {
        console.error(`The ${name} has ended (${how}); stopping.`);
        stop(1);
      } else if (running.size === 0) process.exit(exitCode);
    };
    child.on('error', (error) => ended(error.message));
    child.on('exit', (code, signal) => ended(signal ?? `exit ${code}`));
  }
}
