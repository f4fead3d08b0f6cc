import { beforeAll, expect, test } from 'vitest';
import type { Symbology } from '#model/symbology/types.ts';
import { fuzzSymbology, type FuzzParts } from '../support/symbol-fuzz.ts';
import { createFuzzParts } from './fuzz-parts.ts';

const VALUES_EACH = 2000;

/** Another seed each time; printed, so that `npm run fuzz -- --seed` finds the same again. */
export function fuzzSuite(symbologies: readonly Symbology[]): void {
  const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 0x1_0000_0000);
  let parts: FuzzParts;
  beforeAll(async () => {
    console.log(`fuzz seed ${seed}`);
    parts = await createFuzzParts();
  });

  test.each(symbologies)('%s reads back whatever it holds', { timeout: 300_000 }, (symbology) => {
    const { painted, missed, misread } = fuzzSymbology(parts, symbology, VALUES_EACH, seed);
    expect({ seed, painted, missed, misread }).toEqual({ seed, painted: VALUES_EACH, missed: [], misread: [] });
  });
}
