import { holdMessages } from '#protocol/hold-messages.ts';

// The page's first calls come before pdfium, which is WebAssembly, is there.
const handOn = holdMessages(self);
import('./serve-documents.ts').then(
  ({ serveDocuments }) => {
    serveDocuments();
    handOn();
  },
  (reason: unknown) => {
    // A worker without its code is one that crashed: the page replaces it.
    setTimeout(() => {
      throw reason;
    });
  },
);
