// Keeps several programs running: they start and stop together, but a crash of one does not stop the others.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { COMPILE_CACHE } from './compile-cache.mjs';

/** Longer than any of them takes to stop by itself. */
const STOP_LIMIT_MS = 8000;
/**
 * First restart delay: a program that crashes repeatedly is restarted after 1 s, 2 s, 4 s … and finally once a minute.
 */
const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 60_000;
/** After this time a program counts as healthy: when it ends, the delays start over. */
const HEALTHY_MS = 60_000;

/** Interval of the supervisor's check that its parent still runs. */
const PARENT_CHECK_MS = 1000;

/**
 * Starts the programs in order, and restarts and logs one that ends by itself. Ctrl-C, SIGTERM, SIGHUP or the `abort`
 * of `signal` stops all and exits 0. Each program has a channel to this process, which closes even if this process is
 * killed: it stops then.
 */
export function runProcesses(programs, { command, cwd, delayMs = restartDelayMs, signal = null }) {
  const running = new Map();
  const waiting = new Set();
  let stopping = false;

  const killAll = (signal) => {
    for (const child of running.values()) child.kill(signal);
  };
  const exitWhenAllHaveEnded = () => {
    if (stopping && running.size === 0) process.exit(0);
  };
  const stop = () => {
    // Ctrl-C may arrive twice: from the terminal, and passed on by npm.
    if (stopping) return;
    stopping = true;
    for (const timer of waiting) clearTimeout(timer);
    exitWhenAllHaveEnded();
    killAll('SIGTERM');
    setTimeout(() => killAll('SIGKILL'), STOP_LIMIT_MS).unref();
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, stop);
  signal?.addEventListener('abort', stop);

  const start = (program, failures) => {
    const { name, args, env } = program;
    const startedAt = performance.now();
    const child = spawn(command, args, {
      cwd,
      env: { ...COMPILE_CACHE, ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    running.set(name, child);
    let ended = false;
    const onEnd = (how) => {
      if (ended) return;
      ended = true;
      running.delete(name);
      if (stopping) {
        exitWhenAllHaveEnded();
        return;
      }
      const inRow = performance.now() - startedAt >= HEALTHY_MS ? 1 : failures + 1;
      const delay = delayMs(inRow);
      console.error(`The ${name} has exited (${how}). Restarting in ${Math.round(delay / 100) / 10} s.`);
      const timer = setTimeout(() => {
        waiting.delete(timer);
        start(program, inRow);
      }, delay);
      waiting.add(timer);
    };
    child.on('error', (error) => onEnd(error.message));
    child.on('exit', (code, signal) => onEnd(signal ?? `exit ${code}`));
  };
  for (const program of programs) start(program, 0);
}

/** Delay before the next start of a program that has ended this many times in a row. */
export function restartDelayMs(failures) {
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1));
}

/**
 * Aborts once the npm that started this process has ended, or else its parent. npm starts a shell, which outlives it
 * and passes no signal on: when npm is killed, this is the only sign of it. Where the system has no `/proc`, only the
 * parent is watched.
 */
export function parentEnded() {
  const ended = new AbortController();
  const [child, parent] = childOfNpm() ?? [process.pid, process.ppid];
  const timer = setInterval(() => {
    // Orphans get another parent.
    if ((child === process.pid ? process.ppid : parentOf(child)) === parent) return;
    clearInterval(timer);
    ended.abort();
  }, PARENT_CHECK_MS);
  timer.unref();
  return ended.signal;
}

/** The nearest ancestor that is npm, after its own child; null when there is none or it is unknown. */
function childOfNpm() {
  let child = process.pid;
  for (let parent = process.ppid; parent !== null && parent > 1; parent = parentOf(parent)) {
    if (commandOf(parent).includes('npm')) return [child, parent];
    child = parent;
  }
  return null;
}

/** Null for a process that has ended. Field 4 of proc(5); the second field may contain blanks. */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}

function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0];
  } catch {
    return '';
  }
}
