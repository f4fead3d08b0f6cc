/*
 * Skia's compiled code in two parts, made by scripts/skia-parts.mjs. The first has the functions that labels need. In
 * place of every other function it has a stub, which loads the rest and calls the function there, whatever it is.
 */

type Instantiated = WebAssembly.WebAssemblyInstantiatedSource;

/** Exports of the first part. */
interface FirstExports extends WebAssembly.Exports {
  readonly restLoaded: WebAssembly.Global;
}

/**
 * Calls `start`, which instantiates the first part by Skia's own script, and gives it the rest. `isFirst` recognizes the
 * code of the first part among the worker's other WebAssembly. `loadRest` returns the module of the rest while Skia waits:
 * a function of it is called. When it throws, so does that call, and the next one tries again.
 */
export async function withRest<T>(
  isFirst: (source: Response | BufferSource) => boolean,
  loadRest: () => WebAssembly.Module,
  start: () => Promise<T>,
): Promise<T> {
  // Skia's script has no option to instantiate its code in another way.
  const { instantiate, instantiateStreaming } = WebAssembly;
  async function instantiateFirst(
    imports: WebAssembly.Imports,
    instantiated: (imports: WebAssembly.Imports) => Promise<Instantiated>,
  ): Promise<Instantiated> {
    let exports: FirstExports | undefined;
    const load = (): void => {
      if (exports === undefined) throw new Error('Skia called a function before it started');
      // The instance puts its functions into the table of the first part, and is not needed otherwise.
      void new WebAssembly.Instance(loadRest(), { ...imports, rest: exports });
      exports.restLoaded.value = 1;
    };
    const first = await instantiated({ ...imports, rest: { load } });
    exports = first.instance.exports as FirstExports;
    return first;
  }
  WebAssembly.instantiate = (async (source: BufferSource, imports: WebAssembly.Imports = {}) =>
    isFirst(source)
      ? instantiateFirst(imports, (all) => instantiate(source, all))
      : instantiate(source, imports)) as typeof instantiate;
  WebAssembly.instantiateStreaming = async (answer, imports = {}) => {
    const source = await answer;
    return isFirst(source)
      ? instantiateFirst(imports, (all) => instantiateStreaming(source, all))
      : instantiateStreaming(source, imports);
  };
  try {
    return await start();
  } finally {
    Object.assign(WebAssembly, { instantiate, instantiateStreaming });
  }
}
