/**
 * The data worker in a Node thread: provides the browser's worker globals, then loads the message handler; messages wait
 * until there is a listener.
 */
import { parentPort } from 'node:worker_threads';

const port = parentPort;
if (port === null) throw new Error('not in a thread');

Object.assign(globalThis, {
  postMessage: port.postMessage.bind(port),
  addEventListener: (type: string, listener: (event: { data: unknown; origin: string }) => void) => {
    port.on(type, (data: unknown) => listener({ data, origin: '' }));
  },
  removeEventListener: () => undefined,
});
const { serveSpreadsheets } = await import('#data-worker/serve-spreadsheets.ts');
serveSpreadsheets();
