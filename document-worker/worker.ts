import { holdMessages } from '#protocol/hold-messages.ts';

// The page's first calls arrive before pdfium, which is WebAssembly, is loaded.
const handOn = holdMessages(self);
import('./serve-documents.ts').then(
  ({ serveDocuments }) => {
    serveDocuments();
    handOn();
  },
  (reason: unknown) => {
    // A worker without its code counts as crashed: the page replaces it.
    setTimeout(() => {
      throw reason;
    });
  },
);
