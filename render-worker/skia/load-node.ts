import { loadSkia, type Skia } from './load.ts';

let loaded: Promise<Skia> | undefined;

/** The only Skia of this Node process. */
export function loadSkiaInNode(): Promise<Skia> {
  loaded ??= loadSkia({});
  return loaded;
}
