import type { FontFace } from '#model/elements/base/fonts.ts';
import type { FontSource } from './font-store.ts';

interface Reading {
  readonly control: AbortController;
  /** Null when the face could not be read. */
  readonly bytes: Promise<ArrayBuffer | null>;
}

/**
 * Reads these faces now, before Skia is loaded; the first request for one gets that reading. A failed one is read
 * again.
 */
export function withEarlyFaces(source: FontSource, faces: readonly FontFace[]): FontSource {
  const early = new Map(faces.map((face) => [face.id, begin(source, face)]));
  return {
    ...source,
    async read(face, signal) {
      const reading = early.get(face.id);
      early.delete(face.id);
      if (reading === undefined) return source.read(face, signal);
      signal.addEventListener('abort', () => reading.control.abort(), { once: true });
      return (await reading.bytes) ?? source.read(face, signal);
    },
  };
}

function begin(source: FontSource, face: FontFace): Reading {
  const control = new AbortController();
  return { control, bytes: source.read(face, control.signal).catch(() => null) };
}
