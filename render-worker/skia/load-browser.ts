import { loadSkia, type Skia } from './load.ts';
import { withRest } from './parts.ts';
import firstUrl from './parts/canvaskit.wasm?url';
import restUrl from './parts/skia-rest.wasm?url';

let rest: WebAssembly.Module | undefined;
let fetching: Promise<void> | undefined;

/** Skia in a browser's worker, loaded from our own server: its first part, and the rest when it is called. */
export function loadSkiaInBrowser(): Promise<Skia> {
  const { href } = new URL(firstUrl, location.href);
  return withRest(
    (source) => source instanceof Response && source.url === href,
    () => rest ?? new WebAssembly.Module(readNow(restUrl)),
    () => loadSkia({ wasmUrl: firstUrl }),
  );
}

/** Fetches and compiles the rest of Skia, so that nothing waits for it later. Without a network it comes when called. */
export function fetchSkiaRest(): Promise<void> {
  fetching ??= WebAssembly.compileStreaming(fetch(restUrl)).then(
    (module) => void (rest = module),
    () => void (fetching = undefined),
  );
  return fetching;
}

/** A file of our server, while the worker waits. */
function readNow(url: string): ArrayBuffer {
  const request = new XMLHttpRequest();
  request.open('GET', url, false);
  request.responseType = 'arraybuffer';
  request.send();
  if (request.status !== 200) throw new Error(`the rest of Skia could not be loaded: status ${request.status}`);
  return request.response as ArrayBuffer;
}
