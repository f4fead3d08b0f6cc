import { holdMessages } from '#protocol/hold-messages.ts';

// The reader waits for the kernel, which is WebAssembly, and the page's first calls come before it is there.
const handOn = holdMessages(self);
import('./serve-spreadsheets.ts').then(
  ({ serveSpreadsheets }) => {
    serveSpreadsheets();
    handOn();
  },
  (reason: unknown) => {
    // A worker without its code is one that crashed: the page replaces it.
    setTimeout(() => {
      throw reason;
    });
  },
);
