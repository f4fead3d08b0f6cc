import { join } from 'node:path';

export const ROOT: string = join(import.meta.dirname, '../..');

/** The pictures that `npm run pictures` takes for the help articles, in every language (content/help/pictures). */
export const HELP_PICTURES = [
  'new-label',
  'templates',
  'editor',
  'rows',
  'print',
  'history',
  'printers',
  'security',
] as const;

/** Those that it takes for README.md (docs/images). */
export const README_PICTURES = [
  'home',
  'new-label',
  'editor',
  'editor-dark',
  'other-sizes',
  'text-runs',
  'print',
] as const;

/** The picture of ready designs as they print, which it paints without a browser (docs/images). */
export const DESIGNS_PICTURE = 'fitting-designs';

/** All that it puts into docs/images. */
export const DOCS_PICTURES: readonly string[] = [...README_PICTURES, DESIGNS_PICTURE];
