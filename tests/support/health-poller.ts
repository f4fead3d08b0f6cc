// A thread that requests `/healthz` of a server continuously, so that no work of the test delays the requests.
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const PAUSE_MS = 5;

const { url, pid } = workerData as { readonly url: string; readonly pid: number };
let longestGapMs = 0;
let longestBlockMs = 0;
/** `begin` has arrived, and no answer since. */
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

/** CPU time of the server's main thread, the first number of `schedstat`, in nanoseconds there. */
function mainThreadMs(): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
}

for (;;) {
  // If the work ends during a wait for an answer, that wait counts as well.
  const begins = isBeginning;
  const ends = isEnding;
  const workedMs = mainThreadMs();
  const asked = performance.now();
  await ask();
  const gapMs = performance.now() - asked;
  longestGapMs = Math.max(longestGapMs, gapMs);
  longestBlockMs = Math.max(longestBlockMs, Math.min(gapMs, mainThreadMs() - workedMs));
  if (begins) {
    longestGapMs = 0;
    longestBlockMs = 0;
    isBeginning = false;
    parentPort?.postMessage('begun', []);
  }
  if (ends) {
    isEnding = false;
    parentPort?.postMessage({ longestGapMs, longestBlockMs }, []);
  }
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}
