import { spawn, type ChildProcess } from 'node:child_process';
import { WebSocket } from 'ws';
import { BROWSER, browserEnvironment, USUAL_ARGS } from '../tests/support/chromium.ts';

const LOADING_MS = 300;

interface Answer {
  readonly id?: number;
  readonly result?: { readonly result?: { readonly value?: unknown }; readonly exceptionDetails?: unknown };
  readonly error?: unknown;
}

/** A page of a browser that nobody inspects. */
export interface UnwatchedPage extends AsyncDisposable {
  /** The value of the expression, awaited. Throws what it throws. */
  evaluate(expression: string): Promise<unknown>;
}

/**
 * Opens the address in headless Chromium with this profile. Playwright always watches the network of its pages: a copy
 * of each websocket message goes to its process, which takes as much time as sending it.
 */
export async function openUnwatchedPage(address: string, profile: string): Promise<UnwatchedPage> {
  const args = ['--headless', ...USUAL_ARGS, '--remote-debugging-port=0', `--user-data-dir=${profile}`, address];
  const browser = spawn(BROWSER, args, { stdio: ['ignore', 'ignore', 'pipe'], env: browserEnvironment() });
  const ended = new Promise((resolve) => browser.once('exit', resolve));
  const host = await debuggingHost(browser);
  const socket = new WebSocket(await debuggerOf(host, address), { perMessageDeflate: false });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const waiting = new Map<number, (answer: Answer) => void>();
  let last = 0;
  socket.on('message', (data) => {
    const answer = JSON.parse(String(data)) as Answer;
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  return {
    async evaluate(expression) {
      const id = ++last;
      const params = { expression, awaitPromise: true, returnByValue: true };
      const answer = await new Promise<Answer>((resolve) => {
        waiting.set(id, resolve);
        socket.send(JSON.stringify({ id, method: 'Runtime.evaluate', params }));
      });
      waiting.delete(id);
      const problem = answer.error ?? answer.result?.exceptionDetails;
      if (problem !== undefined) throw new Error(JSON.stringify(problem));
      return answer.result?.result?.value;
    },
    async [Symbol.asyncDispose]() {
      socket.close();
      browser.kill();
      await ended;
    },
  };
}

function debuggingHost(browser: ChildProcess): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    browser.stderr?.on('data', (piece: Buffer) => {
      output += piece.toString();
      const [, host] = /listening on ws:\/\/([^/]+)\//.exec(output) ?? [];
      if (host !== undefined) resolve(host);
    });
    browser.once('exit', (code) => reject(new Error(`the browser ended with ${code}:\n${output}`)));
  });
}

async function debuggerOf(host: string, address: string): Promise<string> {
  for (;;) {
    const targets = (await (await fetch(`http://${host}/json/list`)).json()) as readonly {
      readonly type: string;
      readonly url: string;
      readonly webSocketDebuggerUrl: string;
    }[];
    const page = targets.find(({ type, url }) => type === 'page' && url.startsWith(address));
    if (page !== undefined) return page.webSocketDebuggerUrl;
    await new Promise((resolve) => setTimeout(resolve, LOADING_MS));
  }
}
