import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fontFileOf, type ReadDocumentFont } from './document-core.ts';

/** Fonts from their npm packages. */
export function createNodeFontReader(): ReadDocumentFont {
  const require = createRequire(import.meta.url);
  return (name) => new Uint8Array(readFileSync(require.resolve(fontFileOf(name))));
}
