import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';

/** pdfium, ready to use: one per worker. Its memory is released only when the worker ends. */
export interface Pdfium {
  readonly api: WrappedPdfiumModule;
  /** The current memory of pdfium: read it again after any call that may have grown it. */
  readonly heap: () => Uint8Array;
}

/** Instantiates pdfium's compiled code with these imports. */
export type InstantiatePdfium = (imports: WebAssembly.Imports) => Promise<WebAssembly.WebAssemblyInstantiatedSource>;

/**
 * Memory limit of pdfium. Together with the page's own copy of a document and a few planes this is below a gigabyte, and a
 * document that needs more is a bomb.
 */
const MOST_BYTES = 704 * 1024 * 1024;
const WASM_PAGE_BYTES = 65_536;

/** Loads and starts pdfium: about 100 ms. Rejects if the code can't be loaded. */
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
    // pdfium's messages go into results instead of the worker's console.
    print: () => undefined,
    printErr: () => undefined,
  } as Parameters<typeof init>[0]);
  const api = await Promise.race([starting, failed]);
  api.PDFiumExt_Init();
  return { api, heap: () => (api.pdfium as unknown as { readonly HEAPU8: Uint8Array }).HEAPU8 };
}

/** Keeps the memory from growing beyond the limit: pdfium's allocation then fails. */
function limit(memory: WebAssembly.Memory): void {
  const grow = memory.grow.bind(memory);
  memory.grow = (pages: number): number => {
    if (memory.buffer.byteLength + pages * WASM_PAGE_BYTES > MOST_BYTES)
      throw new RangeError('pdfium has no memory left');
    return grow(pages);
  };
}
