import { mkdir, readdir, readFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { BIND_PATH, type BindAnswer } from '#protocol/dialed-assistant.ts';
import { bindToServer } from '#print-assistant/server-connection/binding-file.ts';
import {
  startAssistantHere,
  startAssistantProcess,
  type AssistantProcess,
} from '#tests/assistant/assistant-process.ts';
import { createTestFolder, PASSWORD, type TestUser } from './create-test-server.ts';
import type { Ask } from './v1-program.ts';

export function bind(url: string, code: string, name = 'Packing'): Promise<Response> {
  return fetch(url + BIND_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, name }),
  });
}

export async function newCode({ api }: TestUser): Promise<string> {
  return expectOk(await api.call('addAssistantCode', { confirmation: PASSWORD })).code;
}

/** An assistant that is bound to the user's account, and has not connected yet. */
export async function bindTestAssistant(url: string, user: TestUser, name?: string): Promise<BindAnswer> {
  const answer = await bind(url, await newCode(user), name);
  return ((await answer.json()) as { data: BindAnswer }).data;
}

/** An assistant as its users start it, with its folder printer, bound to the user's account. */
export interface BoundAssistant {
  readonly folder: string;
  process(): AssistantProcess;
  /** Restarts it with its data. */
  restart(): Promise<void>;
}

export async function startBound(
  url: string,
  user: TestUser,
  env: Readonly<Record<string, string>> = {},
): Promise<BoundAssistant> {
  const folder = join(await createTestFolder(), 'assistant');
  await mkdir(folder);
  const start = (words: readonly string[]): Promise<AssistantProcess> =>
    startAssistantProcess({ ASSISTANT_DIR: folder, ...env }, words);
  let process = await start(['--server', url, '--pair', await newCode(user)]);
  onTestFinished(() => process[Symbol.asyncDispose]());
  return {
    folder,
    process: () => process,
    async restart() {
      process = await start([]);
    },
  };
}

/** The same in the test's process, where nothing kills it. */
export async function startBoundHere(
  url: string,
  user: TestUser,
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly folder: string; readonly output: () => string }> {
  const folder = join(await createTestFolder(), 'assistant');
  await mkdir(folder);
  expectOk(await bindToServer(folder, { server: url, code: await newCode(user) }));
  const assistant = await startAssistantHere({ ASSISTANT_DIR: folder, ...env });
  onTestFinished(() => assistant[Symbol.asyncDispose]());
  return { folder, output: assistant.output };
}

export interface V1Printer {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly runs: number;
  readonly assistants: readonly { readonly name: string; readonly online: boolean }[];
}

export async function printersOf(ask: Ask): Promise<readonly V1Printer[]> {
  return ((await (await ask('/v1/printers')).json()) as { items: V1Printer[] }).items;
}

/** The printer with that name, once it is in that state. */
export async function printerIn(ask: Ask, name: string, state: string): Promise<V1Printer> {
  let found: V1Printer | undefined;
  await expect
    .poll(
      async () => {
        found = (await printersOf(ask)).find((printer) => printer.name === name);
        return found?.state;
      },
      { interval: 50 },
    )
    .toBe(state);
  if (found === undefined) throw new Error('no such printer');
  return found;
}

/** The folder printer's output over all jobs: file names, with their bytes. */
export async function printedIn(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const pages = join(folder, 'pages');
  const files = new Map<string, Buffer>();
  for (const job of (await readdir(pages).catch(() => [])).toSorted()) {
    for (const name of (await readdir(join(pages, job))).toSorted()) {
      if (name.endsWith('.png')) files.set(`${job}/${name}`, await readFile(join(pages, job, name)));
    }
  }
  return files;
}

/** How often each page was printed by the assistant's own record, by page number. */
export async function recordedIn(folder: string): Promise<ReadonlyMap<number, number>> {
  const times = new Map<number, number>();
  const jobs = join(folder, 'jobs');
  for (const name of (await readdir(jobs)).filter((one) => one.endsWith('.log'))) {
    for (const [, page] of (await readFile(join(jobs, name), 'utf8')).matchAll(/^spooled (\d+)$/gm)) {
      times.set(Number(page), (times.get(Number(page)) ?? 0) + 1);
    }
  }
  return times;
}

/** A connection to the server that can be cut. */
export interface CutLine {
  readonly url: string;
  /** Breaks all its connections. */
  cut(): void;
  /** While it is closed no connection can be made. */
  close(isClosed: boolean): void;
}

export async function startCutLine(target: () => string): Promise<CutLine> {
  const sockets = new Set<Socket>();
  let isClosed = false;
  const relay = createServer((near) => {
    if (isClosed) return void near.destroy();
    const far = connect(Number(new URL(target()).port), '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(() => {
    cut();
    relay.close();
  });
  return {
    url: `http://127.0.0.1:${(relay.address() as AddressInfo).port}`,
    cut,
    close(next) {
      isClosed = next;
      if (next) cut();
    },
  };
}
