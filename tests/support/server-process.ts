import { spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';

/** The server as its own process. */
export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  stop(signal: NodeJS.Signals): void;
  readonly ended: Promise<number | null>;
}

const COLLECTS_GARBAGE = ['--expose-gc', `--import=${new URL('collect-garbage-on-signal.ts', import.meta.url).href}`];

/** Starts `server/main.ts` on a free port and waits until it answers; killed with the test, or by the callback given to `atEnd`. */
export async function startMain(
  environment: Record<string, string>,
  atEnd: (end: () => void) => void = onTestFinished,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...COLLECTS_GARBAGE, 'server/main.ts'], {
    env: { ...process.env, PORT: '0', LANG: 'en_US.UTF-8', ...environment },
  });
  atEnd(() => void child.kill('SIGKILL'));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        const found = /Labelwright is ready at (http:\/\/127\.0\.0\.1:\d+)\n/.exec(output);
        if (found?.[1] !== undefined) resolve(found[1]);
      });
    }
    void ended.then(() => reject(new Error(`the server ended: ${output}`)));
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('the server has no process');
  return { url, pid, ended, stop: (signal) => void child.kill(signal) };
}
