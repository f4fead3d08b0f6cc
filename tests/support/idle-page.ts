/** Runs in the browser, for the test of the same name: the page says whether it is idle, and does what it is asked to. */
import { beginWork, busyWhile, publishIdle, startTimer } from '#services/idle.ts';

// By this a page is known as one of the application's.
document.body.append(Object.assign(document.createElement('div'), { id: 'root' }));
publishIdle(document);

export interface IdlePage {
  readonly beginWork: typeof beginWork;
  readonly busyWhile: typeof busyWhile;
  readonly startTimer: typeof startTimer;
}

Object.assign(globalThis, { idlePage: { beginWork, busyWhile, startTimer } satisfies IdlePage });
