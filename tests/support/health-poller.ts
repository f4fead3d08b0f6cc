// A thread that asks a server for `/healthz` one time after another, so that no work of the test delays the questions.
import { request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const PAUSE_MS = 5;

const { url } = workerData as { readonly url: string };
let longestMs = 0;
/** `begin` has come, and no answer since. */
let isBeginning = false;
let isEnding = false;
parentPort?.on('message', (message: 'begin' | 'end') => {
  if (message === 'begin') isBeginning = true;
  else isEnding = true;
});

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

for (;;) {
  // Who ends while an answer is waited for wants that wait as well.
  const begins = isBeginning;
  const ends = isEnding;
  const asked = performance.now();
  await ask();
  longestMs = Math.max(longestMs, performance.now() - asked);
  if (begins) {
    longestMs = 0;
    isBeginning = false;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    parentPort?.postMessage('begun');
  }
  if (ends) {
    isEnding = false;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    parentPort?.postMessage(longestMs);
  }
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
