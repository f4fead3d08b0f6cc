import type { Rect, Rotation, Size } from '#model/kernel/geometry.ts';
import { ok, type Result } from '#model/kernel/result.ts';
import { withDatabase } from './database.ts';

/** The boxes that a user has drawn on the sheets of a carrier, saved under a name. */
export interface CropPreset {
  readonly name: string;
  /** Of the page on which they were drawn, in millimeters. */
  readonly page: Size;
  /** Of that page (`model/document/split/signature.ts`), to recognize the next one. */
  readonly signature: string;
  /** In the order of the labels; in millimeters of the page. */
  readonly boxes: readonly { readonly rect: Rect; readonly turn: Rotation }[];
}

/** The user's presets in this browser. */
export interface CropPresets {
  /** By name. Problems of the storage. */
  list(): Promise<Result<readonly CropPreset[]>>;
  /** Replaces the preset of the same name. Problems of the storage. */
  put(preset: CropPreset): Promise<Result<null>>;
  remove(name: string): Promise<Result<null>>;
}

export function createCropPresets(owner: () => string | null): CropPresets {
  return {
    async list() {
      const stored = await withDatabase(owner(), (database) => database.getAll('cropPresets'));
      return stored.ok ? ok(stored.value.map(readPreset).filter((preset) => preset !== null)) : stored;
    },
    put: (preset) =>
      withDatabase(owner(), async (database) => {
        await database.put('cropPresets', { ...preset });
        return null;
      }),
    remove: (name) =>
      withDatabase(owner(), async (database) => {
        await database.delete('cropPresets', name);
        return null;
      }),
  };
}

/** Null for a value that this version can't have stored. */
function readPreset(stored: Readonly<Record<string, unknown>>): CropPreset | null {
  const { name, page, signature, boxes } = stored as Partial<CropPreset>;
  if (typeof name !== 'string' || typeof signature !== 'string' || !Array.isArray(boxes)) return null;
  if (!areNumbers([page?.width, page?.height])) return null;
  const sound = (boxes as CropPreset['boxes']).every(
    ({ rect, turn }) => areNumbers([rect?.x, rect?.y, rect?.width, rect?.height]) && [0, 90, 180, 270].includes(turn),
  );
  return sound ? { name, page: page as Size, signature, boxes: boxes as CropPreset['boxes'] } : null;
}

function areNumbers(values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === 'number' && Number.isFinite(value));
}
