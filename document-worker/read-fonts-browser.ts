import { fontFileOf, type ReadDocumentFont } from './font-file.ts';

/** Fonts from our own server, whole, at once: a worker may wait for an answer without listening. */
export function createFetchFontReader(): ReadDocumentFont {
  return (name) => {
    const file = fontFileOf(name);
    const request = new XMLHttpRequest();
    request.open('GET', `/fonts/${file.slice(file.lastIndexOf('/') + 1)}`, false);
    request.responseType = 'arraybuffer';
    try {
      request.send();
    } catch {
      return null;
    }
    return request.status === 200 ? new Uint8Array(request.response as ArrayBuffer) : null;
  };
}
