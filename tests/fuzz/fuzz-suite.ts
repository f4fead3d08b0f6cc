import { beforeAll, expect, test } from 'vitest';
import type { Symbology } from '#model/symbology/types.ts';
import { fuzzSymbology, type FuzzParts } from '../support/symbol-fuzz.ts';
import { drawnCount, SEED } from '../support/seed.ts';
import { createFuzzParts } from './fuzz-parts.ts';

const VALUES_EACH = drawnCount(2000, 4);

/** A failure names its seed: `npm run fuzz -- --type NAME --seed SEED` repeats it. */
export function fuzzSuite(symbologies: readonly Symbology[]): void {
  let parts: FuzzParts;
  beforeAll(async () => {
    parts = await createFuzzParts();
  });

  test.each(symbologies)('%s reads back any content', (symbology) => {
    const { painted, missed, misread } = fuzzSymbology(parts, symbology, VALUES_EACH, SEED);
    expect({ seed: SEED, painted, missed, misread }).toEqual({
      seed: SEED,
      painted: VALUES_EACH,
      missed: [],
      misread: [],
    });
  });
}
