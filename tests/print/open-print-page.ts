import { join } from 'node:path';
import { openBuiltPage, type BuiltPage } from '../support/built-page.ts';

/** The page in `page`, bundled like the product, open in Chromium. */
export function openPrintPage(): Promise<BuiltPage> {
  return openBuiltPage(join(import.meta.dirname, 'page'), 'printHashes');
}
