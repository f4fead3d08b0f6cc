import { err, ok, type Result } from '#model/kernel/result.ts';
import { hasEncoders, lacksEncoders, loadEncoders } from '#bwip-encoders';
import { problem } from '#model/kernel/problem.ts';
import type { FontStore } from './font-store.ts';

/**
 * Runs work that shapes text, and repeats it as long as it needs faces or encoders that are not loaded. The final result
 * was shaped with all fonts that it needs. Fails with the problem of an unavailable face: no text is set in another font
 * than requested, or in boxes. `render.unavailable`: the encoders can't be fetched.
 */
export async function withFonts<T>(
  fonts: FontStore,
  compose: () => T | Promise<T>,
  signal?: AbortSignal,
): Promise<Result<T>> {
  const watch = fonts.watch();
  try {
    for (;;) {
      watch.takeFailure();
      const hadEncoders = hasEncoders();
      const value = await compose();
      const failure = watch.takeFailure();
      if (failure !== null) return err(failure);
      // Others may have loaded them while this was laid out.
      if (lacksEncoders() || hadEncoders !== hasEncoders()) {
        const failed = await loadEncoders().then(
          () => null,
          () => problem('render.unavailable'),
        );
        if (failed !== null) return err(failed);
        fonts.outdateLayouts();
        continue;
      }
      if (!watch.hasWanted) return ok(value);
      const loaded = await watch.loadWanted(signal);
      if (!loaded.ok) return err(loaded.error);
    }
  } finally {
    watch.end();
  }
}
