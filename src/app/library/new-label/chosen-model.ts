import { parseStored, readStored, writeStored } from '#app/state/browser-storage.ts';
import type { ChosenModel } from './stock-groups.ts';

/** Deleted when the user of the browser changes (session.ts). */
const KEY = 'labelPrinterModel';

/** The last printer that sizes were chosen for; empty for none. */
export function chosenModel(): ChosenModel {
  const stored = parseStored(readStored(KEY));
  return Array.isArray(stored) && stored.length === 3 && stored.every((part) => typeof part === 'string') ? stored : [];
}

export function keepModel(model: ChosenModel): void {
  writeStored(KEY, model.length === 0 ? null : JSON.stringify(model));
}
