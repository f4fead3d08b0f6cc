import type { FontFace } from '#model/elements/base/fonts.ts';
import type { FontSource } from './font-source.ts';

/** Font files from our own server: `/fonts/<file name>`. */
export function createFetchFontSource(baseUrl: string = '/fonts/'): FontSource {
  return {
    async read(face: FontFace, signal: AbortSignal): Promise<ArrayBuffer> {
      const response = await fetch(baseUrl + face.file.slice(face.file.lastIndexOf('/') + 1), { signal });
      if (!response.ok) throw new Error(`font ${face.id}: HTTP ${response.status}`);
      return response.arrayBuffer();
    },
  };
}
