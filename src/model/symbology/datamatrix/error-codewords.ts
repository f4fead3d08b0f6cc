import type { DatamatrixSize } from './sizes.ts';

/**
 * The field GF(256) of ISO/IEC 16022, 5.7: x^8 + x^5 + x^3 + x^2 + 1. The tables hold powers of its generator and their
 * logarithms.
 */
const POLYNOMIAL = 0x12d;
const EXP = new Uint8Array(510);
const LOG = new Uint8Array(256);
for (let i = 0, value = 1; i < 255; i++) {
  EXP[i] = value;
  EXP[i + 255] = value;
  LOG[value] = i;
  value <<= 1;
  if (value > 255) value ^= POLYNOMIAL;
}

function product(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : (EXP[(LOG[a] ?? 0) + (LOG[b] ?? 0)] ?? 0);
}

const generators = new Map<number, Uint8Array>();

/** The polynomial (x - 2)(x - 4) … of this degree, highest power first, without its leading 1. */
function generatorOf(degree: number): Uint8Array {
  const known = generators.get(degree);
  if (known !== undefined) return known;
  let factors = [1];
  for (let i = 1; i <= degree; i++) {
    const root = EXP[i] ?? 0;
    const next = [...factors, 0];
    factors.forEach((factor, j) => (next[j + 1] = (next[j + 1] ?? 0) ^ product(factor, root)));
    factors = next;
  }
  const made = Uint8Array.from(factors.slice(1));
  generators.set(degree, made);
  return made;
}

/** The data followed by its Reed-Solomon codewords, with blocks interleaved (ISO/IEC 16022, 5.7.1 and annex A). */
export function withErrorCodewords(data: readonly number[], size: DatamatrixSize): Uint8Array {
  const { dataCodewords, errorCodewords, blocks } = size;
  const each = errorCodewords / blocks;
  const generator = generatorOf(each);
  const all = new Uint8Array(dataCodewords + errorCodewords);
  all.set(data);
  for (let block = 0; block < blocks; block++) {
    const rest = new Uint8Array(each);
    for (let i = block; i < dataCodewords; i += blocks) {
      const factor = (data[i] ?? 0) ^ (rest[0] ?? 0);
      rest.copyWithin(0, 1);
      rest[each - 1] = 0;
      if (factor === 0) continue;
      for (let j = 0; j < each; j++) rest[j] = (rest[j] ?? 0) ^ product(factor, generator[j] ?? 0);
    }
    // The ten blocks of the largest size have two lengths. In the error codewords the shorter blocks come first.
    const place = dataCodewords % blocks === 0 ? block : (block + blocks - (dataCodewords % blocks)) % blocks;
    for (let j = 0; j < each; j++) all[dataCodewords + j * blocks + place] = rest[j] ?? 0;
  }
  return all;
}
