/** Runs in the browser, for the tests of the clipboard: the page's own parser reads the copied content. */
import { pastedTable, type PastedTable } from '#app/editor/data/pasted-table.ts';

export type ReadPasted = (html: string, plain: string) => PastedTable | null;

Object.assign(globalThis, { readPasted: pastedTable satisfies ReadPasted });
