import { matchesSignature, signatureSimilarity } from '#model/document/split/signature.ts';
import type { CropPreset } from '#services/storage/crop-presets.ts';

/** The preset whose sheet this page is; of several the one that is most alike. Null for a sheet that none knows. */
export function findPreset(presets: readonly CropPreset[], signature: string): CropPreset | null {
  const alike = presets
    .filter((preset) => matchesSignature(preset.signature, signature))
    .map((preset) => ({ preset, by: signatureSimilarity(preset.signature, signature) }))
    .toSorted((a, b) => b.by - a.by);
  return alike[0]?.preset ?? null;
}
