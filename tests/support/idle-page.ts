/** Runs in the browser, for the test of the same name: the page reports whether it is idle, and runs the test's actions. */
import { beginWork, busyWhile, publishIdle, startTimer } from '#services/idle.ts';

// Marks the page as one of the application's.
document.body.append(Object.assign(document.createElement('div'), { id: 'root' }));
publishIdle(document);

export interface IdlePage {
  readonly beginWork: typeof beginWork;
  readonly busyWhile: typeof busyWhile;
  readonly startTimer: typeof startTimer;
}

Object.assign(globalThis, { idlePage: { beginWork, busyWhile, startTimer } satisfies IdlePage });
