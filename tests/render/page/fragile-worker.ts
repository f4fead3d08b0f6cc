/** The product's render worker with injected failures. */
import { serveWhenLoaded } from '#render-worker/serve-when-loaded.ts';
import { fetchSkiaRest, loadSkiaInBrowser } from '#render-worker/skia/load-browser.ts';
import type { Skia } from '#render-worker/skia/load.ts';

/**
 * `lose` the WebGL context, for a `blink` or for good, `deny` another one, `exhaust` Skia's heap, `hang` for good, `crash`.
 */
export type Failure = 'lose' | 'blink' | 'deny' | 'exhaust' | 'hang' | 'crash';

const MIB = 2 ** 20;
const SMALLEST_BYTES = 256;

let skia: Skia | null = null;
let shown: OffscreenCanvas | null = null;
let loses: WEBGL_lose_context | null = null;
let denies = false;
let isReading = false;

const { getContext } = OffscreenCanvas.prototype;
OffscreenCanvas.prototype.getContext = function (this: OffscreenCanvas, ...args: Parameters<typeof getContext>) {
  if (denies) return null;
  const context = getContext.apply(this, args);
  // The last requested context is painted on: those before it were probes.
  if (!isReading) remember(this);
  if (context instanceof WebGL2RenderingContext) loses = context.getExtension('WEBGL_lose_context');
  return context;
} as typeof getContext;

function remember(canvas: OffscreenCanvas): void {
  shown = canvas;
}

serveWhenLoaded(async () => (skia = await loadSkiaInBrowser()), fetchSkiaRest);

self.addEventListener(
  'message',
  ({ data }: MessageEvent<{ readonly failure?: Failure; readonly read?: MessagePort }>) => {
    if (data.read !== undefined) void answer(data.read);
    switch (data.failure) {
      case 'lose':
        return loses?.loseContext();
      case 'blink':
        waitLonger();
        loses?.loseContext();
        setTimeout(() => loses?.restoreContext(), 100);
        return;
      case 'deny':
        denies = true;
        return;
      case 'exhaust':
        return exhaust();
      case 'hang': {
        // Hangs without using the CPU, which would slow down the rest of the test.
        const { buffer } = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
        Atomics.wait(new Int32Array(buffer), 0, 0);
        return;
      }
      case 'crash':
        throw new Error('told to crash');
      case undefined:
    }
  },
);

/** A busy browser may take longer to restore a context than the product waits for it: here that takes 20 times as long. */
function waitLonger(): void {
  const { setTimeout: original } = self;
  const later = (task: () => void, ms = 0): number => original(task, ms >= 1_000 ? 20 * ms : ms);
  self.setTimeout = later as typeof setTimeout;
}

/** Uses up the heap, so that Skia's next allocation fails. */
function exhaust(): void {
  if (skia === null) throw new Error('nothing to exhaust yet');
  for (let bytes = 256 * MIB; bytes >= SMALLEST_BYTES; bytes /= 2) {
    while (skia.Malloc(Uint8Array, bytes).byteOffset !== 0);
  }
}

/** The picture as this worker has painted it, once earlier requests have had their frames. */
async function answer(port: MessagePort): Promise<void> {
  for (let frame = 0; frame < 3; frame++) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  port.postMessage(readShown());
}

function readShown(): ImageData | null {
  if (shown === null) return null;
  isReading = true;
  try {
    const context = new OffscreenCanvas(shown.width, shown.height).getContext('2d', { willReadFrequently: true });
    context?.drawImage(shown, 0, 0);
    return context?.getImageData(0, 0, shown.width, shown.height) ?? null;
  } finally {
    isReading = false;
  }
}
