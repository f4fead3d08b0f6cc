import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { expectOk } from '#model/kernel/result.ts';
import { createAssistant } from '#print-assistant/assistant.ts';
import { readSettings } from '#print-assistant/settings.ts';
import { ORIGIN } from './start-assistant.ts';

const MAIN = join(import.meta.dirname, '../../print-assistant/main.ts');

/** Environment of every assistant in the tests. */
const USUAL = {
  ASSISTANT_PORT: '0',
  ASSISTANT_ORIGINS: ORIGIN,
  ASSISTANT_OPEN_ORIGINS: ORIGIN,
  ASSISTANT_DISCOVERY: 'off',
};

/** An assistant with its output. */
export interface WritingAssistant extends AsyncDisposable {
  readonly port: number;
  readonly output: () => string;
}

/** The assistant as its users start it: a process that can be killed. */
export interface AssistantProcess extends WritingAssistant {
  signal(name: 'SIGKILL' | 'SIGTERM' | 'SIGINT'): Promise<number | null>;
}

export async function startAssistantProcess(
  env: Readonly<Record<string, string>>,
  words: readonly string[] = [],
): Promise<AssistantProcess> {
  const child = runAssistant(env, words);
  let output = '';
  const port = await new Promise<number>((resolve, reject) => {
    const take = (piece: Buffer): void => {
      output += piece.toString();
      const match = /listening on wss?:\/\/127\.0\.0\.1:(\d+)/.exec(output);
      if (match !== null) resolve(Number(match[1]));
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    child.once('exit', (code) => reject(new Error(`the assistant ended with ${code}:\n${output}`)));
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return {
    port,
    output: () => output,
    signal(name) {
      child.kill(name);
      return ended;
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** The assistant inside the test process: starting a process costs nearly a second of CPU time. */
export async function startAssistantHere(env: Readonly<Record<string, string>>): Promise<WritingAssistant> {
  let output = '';
  const { printers, ...settings } = expectOk(readSettings({ ...USUAL, ...env }));
  const assistant = await createAssistant({
    ...settings,
    configuredPrinters: printers,
    cupsServer: null,
    usbClass: null,
    log: (line) => (output += `${line}\n`),
  });
  return { port: assistant.port, output: () => output, [Symbol.asyncDispose]: () => assistant.close() };
}

export function runAssistant(env: Readonly<Record<string, string>>, words: readonly string[] = []): ChildProcess {
  return spawn(process.execPath, [MAIN, ...words], {
    env: {
      ...process.env,
      ...USUAL,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
