import { createDocumentCore } from '#document-worker/document-core.ts';
import { loadPdfiumInNode } from '#document-worker/pdfium/load-pdfium-node.ts';
import { createNodeFontReader } from '#document-worker/read-fonts-node.ts';
import { DEFAULT_LOOK, type DocumentLook } from '#model/document/document-look.ts';
import type { DocumentInfo } from '#model/document/document-file.ts';
import type { DocumentPlan } from '#model/document/document-plan.ts';
import { expectOk, ok } from '#model/kernel/result.ts';
import type { SheetRenderer } from '#protocol/printing.ts';
import { createDocumentClient, type DocumentClient } from '#services/document/document-client.ts';
import type { DocumentWorkerHandle } from '#services/document/create-document-worker.ts';
import { withDocumentPages } from '#services/document/document-pages.ts';
import { createDocumentPreview, type DocumentPreview } from '#services/document/document-preview.ts';
import { createPrintRenderer } from '#services/render/print-renderer.ts';
import type { StoredDocument } from '#services/storage/database.ts';
import type { DocumentStore } from '#services/storage/document-store.ts';
import { createLocalWorker } from '../../print/local-render-worker.ts';

/** Storage of documents that survives a closed page. */
export type DocumentDisk = Map<string, StoredDocument>;

/** A page that prints documents, with the real pdfium and the real engine in this thread. */
export interface DocumentRig {
  readonly documents: DocumentClient;
  readonly renderer: SheetRenderer;
  readonly preview: DocumentPreview;
  open(bytes: Uint8Array<ArrayBuffer> | string, name?: string): Promise<DocumentInfo>;
  dispose(): void;
}

export function createDocumentRig(disk: DocumentDisk = new Map()): DocumentRig {
  const documents = createDocumentClient({ createWorker: createLocalDocumentWorker, store: createMemoryStore(disk) });
  const renderer = createPrintRenderer({ createWorker: () => createLocalWorker() });
  return {
    documents,
    renderer: withDocumentPages(renderer, documents),
    preview: createDocumentPreview(renderer, documents),
    open: async (bytes, name = 'document.pdf') => expectOk(await documents.open(new File([bytes], name), null)),
    dispose() {
      documents.dispose();
      renderer.dispose();
    },
  };
}

export function createLocalDocumentWorker(): DocumentWorkerHandle {
  const core = loadPdfiumInNode().then((pdfium) => createDocumentCore(pdfium, createNodeFontReader()));
  return {
    api: {
      open: async (...asked) => (await core).open(...asked),
      picture: async (...asked) => (await core).picture(...asked),
      plane: async (...asked) => (await core).plane(...asked),
      split: async (...asked) => (await core).split(...asked),
      content: async (...asked) => (await core).content(...asked),
      label: async (...asked) => (await core).label(...asked),
      takeApart: async (...asked) => (await core).takeApart(...asked),
      close: async (...asked) => (await core).close(...asked),
    },
    onCrash: () => undefined,
    terminate: () => undefined,
  };
}

function createMemoryStore(disk: DocumentDisk): DocumentStore {
  return {
    put(entry) {
      disk.set(entry.document, { ...entry, storedAt: 0 });
      return Promise.resolve(ok(null));
    },
    get: (document) => Promise.resolve(ok(disk.get(document) ?? null)),
  };
}

/** All pages of a document, on labels of this size. */
export function createPlan(
  { document, fileName, pages }: DocumentInfo,
  sizeMm: { readonly width: number; readonly height: number },
  given: Partial<DocumentPlan> & { readonly look?: DocumentLook } = {},
): DocumentPlan {
  return {
    documents: [{ document, fileName }],
    parts: pages.map((_, page) => ({ document, page, boxMm: null, rotation: 0 })),
    look: DEFAULT_LOOK,
    widthMm: sizeMm.width,
    heightMm: sizeMm.height,
    collatedCopies: 1,
    ...given,
  };
}
