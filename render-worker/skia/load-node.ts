import { loadSkia, type Skia } from './load.ts';

let loaded: Promise<Skia> | undefined;

/** The one Skia of this Node process. */
export function loadSkiaInNode(): Promise<Skia> {
  loaded ??= loadSkia({});
  return loaded;
}
