import type { ShapedText, ShapeRequest, TextExtent, TextMeasure } from '#model/elements/base/layout.ts';
import type { Skia } from '../skia/load.ts';
import { withScope } from '../skia/scope.ts';
import type { FontStore } from './font-store.ts';
import { KnownPairs } from './known-pairs.ts';
import { knownText } from './known-text.ts';
import { ParagraphBuilders } from './paragraph-builders.ts';
import { Shaping } from './shaping.ts';
import { resolveSpans, type SpannedFaces } from './spans.ts';

const CACHED_TEXTS = 2_000;

/**
 * Shapes text with Skia's paragraph code, for the pure layout code. Synchronous: it records a missing face in the font
 * store (`FontWatch`), and shapes the text with the loaded ones; see `withFonts`.
 */
export function createTextMeasure(skia: Skia, fonts: FontStore, pairs: KnownPairs = new KnownPairs()): TextMeasure {
  const cache = new LruCache<ShapedText>(CACHED_TEXTS);
  const builders = new ParagraphBuilders(skia, fonts);
  let cachedVersion = -1;
  const followFonts = (): void => {
    if (cachedVersion === fonts.version) return;
    cache.clear();
    builders.clear();
    pairs.clear();
    cachedVersion = fonts.version;
  };

  /** The faces of a text that is only measured; asks for those that are not loaded. */
  const facesOf = (request: ShapeRequest): SpannedFaces => {
    const faces = resolveSpans(request, fonts);
    if (faces.wanted.length > 0) fonts.want(faces.wanted);
    else if (faces.failed !== null) fonts.noteFailure(faces.failed);
    return faces;
  };

  return {
    fallback: (family) => fonts.fallback(family),
    hyphens: (word, language) => fonts.hyphens(word, language),
    extent(request: ShapeRequest): TextExtent {
      followFonts();
      const known = knownText(request, fonts, pairs) ?? cache.get(keyOf(request));
      if (known !== null && known !== undefined) return known;
      const faces = facesOf(request);
      return withScope((scope) => new Shaping(skia, builders, pairs, fonts, scope, request, faces).extent());
    },
    lineStarts(request: ShapeRequest): readonly number[] {
      followFonts();
      if (knownText(request, fonts, pairs) !== null) return [];
      const faces = facesOf(request);
      return withScope((scope) => new Shaping(skia, builders, pairs, fonts, scope, request, faces).lineStarts());
    },
    shape(request: ShapeRequest): ShapedText {
      followFonts();
      const known = knownText(request, fonts, pairs);
      if (known !== null) return known;
      const key = keyOf(request);
      const cached = cache.get(key);
      if (cached !== undefined) return cached;
      const { wanted, failed, missing, ...faces } = resolveSpans(request, fonts);
      // Skia's own count of missing characters is not used, because Skia forgets it for a text that it has seen before.
      const shaped = {
        ...withScope((scope) => new Shaping(skia, builders, pairs, fonts, scope, request, faces).run()),
        missing,
      };
      if (wanted.length > 0) {
        fonts.want(wanted);
        // Characters whose font is still being read are not missing.
        return { ...shaped, missing: [] };
      }
      // A face that could not be read may be available the next time.
      if (failed === null) cache.set(key, shaped);
      else fonts.noteFailure(failed);
      return shaped;
    },
  };
}

function keyOf(r: ShapeRequest): string {
  const style = [
    r.family,
    r.sizeMm,
    r.bold,
    r.italic,
    r.letterSpacingMm,
    r.lineHeight,
    r.align,
    r.wrapMm,
    r.spreadMm,
    r.vertical,
    r.direction,
    r.spans === undefined ? '' : JSON.stringify(r.spans),
  ];
  return `${style.join('\n')}\n${r.text}`;
}

/** Keeps the most recently used values. */
class LruCache<Value> {
  readonly #capacity: number;
  readonly #values = new Map<string, Value>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#values.size;
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key);
    if (value !== undefined) {
      // A Map keeps the order of insertion, so the most recently used value is moved to the end.
      this.#values.delete(key);
      this.#values.set(key, value);
    }
    return value;
  }

  set(key: string, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size <= this.#capacity) return;
    const oldest = this.#values.keys().next();
    if (oldest.done !== true) this.#values.delete(oldest.value);
  }

  clear(): void {
    this.#values.clear();
  }
}
