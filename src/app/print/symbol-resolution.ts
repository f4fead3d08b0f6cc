import { DEFAULT_DPI } from '#protocol/printer-info.ts';
import { RESOLUTIONS } from './print-settings.ts';
import { readStored, writeStored } from '#app/state/browser-storage.ts';

const KEY = 'symbolDpi';

/** The resolution chosen last for showing the sizes of symbols. */
export function storedResolution(): number {
  const stored = Number(readStored(KEY));
  return RESOLUTIONS.includes(stored) ? stored : DEFAULT_DPI;
}

export function storeResolution(dpi: number): void {
  writeStored(KEY, String(dpi));
}
