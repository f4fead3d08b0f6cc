import { holdMessages } from '#protocol/hold-messages.ts';

// The reader waits for the kernel, which is WebAssembly, and the page's first calls arrive earlier.
const handOn = holdMessages(self);
import('./serve-spreadsheets.ts').then(
  ({ serveSpreadsheets }) => {
    serveSpreadsheets();
    handOn();
  },
  (reason: unknown) => {
    // A worker without its code counts as crashed: the page replaces it.
    setTimeout(() => {
      throw reason;
    });
  },
);
