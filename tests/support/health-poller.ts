// A thread that asks a server for `/healthz` one time after another, so that no work of the test delays the questions.
import { request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const PAUSE_MS = 5;

const { url } = workerData as { readonly url: string };
let longestMs = 0;
let isOver = false;
parentPort?.once('message', () => (isOver = true));

function ask(): Promise<void> {
  return new Promise((resolve, reject) => {
    request(`${url}/healthz`, (response) => {
      response.resume();
      response.once('end', resolve);
    })
      .once('error', reject)
      .end();
  });
}

do {
  const asked = performance.now();
  await ask();
  longestMs = Math.max(longestMs, performance.now() - asked);
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
} while (!isOver);
parentPort?.postMessage(longestMs);
