import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';

/** pdfium, ready to use. There is one in a worker; its memory comes back only when the worker ends. */
export interface Pdfium {
  readonly api: WrappedPdfiumModule;
  /** The memory of pdfium as it is now: taken anew after anything that may have grown it. */
  readonly heap: () => Uint8Array;
}

/** Gives pdfium's compiled code with these imports. */
export type InstantiatePdfium = (imports: WebAssembly.Imports) => Promise<WebAssembly.WebAssemblyInstantiatedSource>;

/**
 * What pdfium may take for itself. With the page's own copy of a document and a few planes that is below a gigabyte for
 * everything, and a document that needs more is a bomb.
 */
const MOST_BYTES = 704 * 1024 * 1024;
const WASM_PAGE_BYTES = 65_536;

/** Loads and starts pdfium: some 100 ms. Rejects when the code can't be loaded. */
export async function createPdfium(instantiate: InstantiatePdfium): Promise<Pdfium> {
  const { promise: failed, reject } = Promise.withResolvers<never>();
  const starting = init({
    instantiateWasm(imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => void): object {
      instantiate(imports).then(({ instance }) => {
        for (const part of Object.values(instance.exports)) if (part instanceof WebAssembly.Memory) limit(part);
        receive(instance);
      }, reject);
      return {};
    },
    // What pdfium has to say goes into results, and not to a console that nobody reads.
    print: () => undefined,
    printErr: () => undefined,
  } as Parameters<typeof init>[0]);
  const api = await Promise.race([starting, failed]);
  api.PDFiumExt_Init();
  return { api, heap: () => (api.pdfium as unknown as { readonly HEAPU8: Uint8Array }).HEAPU8 };
}

/** Keeps the memory from growing beyond the limit: pdfium then finds none, and breaks off. */
function limit(memory: WebAssembly.Memory): void {
  const grow = memory.grow.bind(memory);
  memory.grow = (pages: number): number => {
    if (memory.buffer.byteLength + pages * WASM_PAGE_BYTES > MOST_BYTES)
      throw new RangeError('pdfium has no memory left');
    return grow(pages);
  };
}
