import { err, ok, type Result } from '#model/kernel/result.ts';
import type { FontStore } from './font-store.ts';

/**
 * Runs something that shapes text, and again as often as it asked for faces that were not loaded: what it gives
 * in the end was shaped with all the fonts that it needs. When a face can't be had, its problem: no text comes out in
 * another font than it asks for, or in boxes.
 */
export async function withFonts<T>(
  fonts: FontStore,
  compose: () => T | Promise<T>,
  signal?: AbortSignal,
): Promise<Result<T>> {
  for (;;) {
    fonts.takeFailure();
    const value = await compose();
    const failure = fonts.takeFailure();
    if (failure !== null) return err(failure);
    if (!fonts.hasWanted) return ok(value);
    const loaded = await fonts.loadWanted(signal);
    if (!loaded.ok) return err(loaded.error);
  }
}
