import type { FontFace } from '#model/elements/base/fonts.ts';
import type { FontSource } from './font-source.ts';

/** Font files from our own server: `/fonts/<file name>`, those added by their own path. */
export function createFetchFontSource(baseUrl: string = '/fonts/'): FontSource {
  return {
    async read(face: FontFace, signal: AbortSignal): Promise<ArrayBuffer> {
      const url = face.added === true ? face.file : baseUrl + face.file.slice(face.file.lastIndexOf('/') + 1);
      const response = await fetch(url, { signal });
      if (!response.ok) throw new Error(`font ${face.id}: HTTP ${response.status}`);
      return response.arrayBuffer();
    },
  };
}
