import { parseArgs } from 'node:util';
import { LINEAR_SYMBOLOGIES, MATRIX_SYMBOLOGIES, type Symbology } from '#model/symbology/types.ts';
import { fuzzSymbology, type FuzzOutcome } from '../support/symbol-fuzz.ts';
import { createFuzzParts } from './fuzz-parts.ts';

const HELP = `Encodes random valid values of every symbology, paints them with the print painter at 1 to 4 dots a module,
203, 300 and 600 dpi, in all rotations, and reads them back.

  npm run fuzz -- [--type NAME]… [--count N] [--seed N]

Without --type every property test runs before, with the same seed.

  --type NAME   only this symbology (code128, qr …); may be repeated
  --count N     values of each (default 10000)
  --seed N      repeats a run; printed at its start

Exit status 1 when a symbol of 2 dots a module or more does not read, or one of any size reads as another text.
`;
const SHOWN = 5;

const { values } = parseArgs({
  options: {
    type: { type: 'string', multiple: true, default: [] },
    count: { type: 'string', default: '10000' },
    seed: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

async function main(): Promise<number> {
  const all: readonly Symbology[] = [...LINEAR_SYMBOLOGIES, ...MATRIX_SYMBOLOGIES];
  const unknown = values.type.filter((name) => !all.some((known) => known === name));
  const count = Number(values.count);
  if (values.help || unknown.length > 0 || !(count > 0)) {
    if (unknown.length > 0) console.error(`no such symbology: ${unknown.join(', ')}. There are: ${all.join(', ')}`);
    console.log(HELP);
    return values.help ? 0 : 2;
  }
  const seed = values.seed === undefined ? Date.now() % 0x1_0000_0000 : Number(values.seed);
  console.log(`seed ${seed}`);
  const parts = await createFuzzParts();
  let failures = 0;
  for (const symbology of all.filter((known) => values.type.length === 0 || values.type.includes(known))) {
    const started = performance.now();
    const outcome = fuzzSymbology(parts, symbology, count, seed);
    const msEach = (performance.now() - started) / outcome.painted;
    console.log(line(outcome, msEach));
    failures += outcome.missed.length + outcome.misread.length + (outcome.painted < count ? 1 : 0);
    for (const found of [...outcome.missed.slice(0, SHOWN), ...outcome.misread.slice(0, SHOWN)]) {
      console.log(`  ${JSON.stringify(found)}`);
    }
  }
  console.log(failures === 0 ? 'all read back' : `${failures} failures with seed ${seed}`);
  return failures === 0 ? 0 : 1;
}

function line({ symbology, painted, skipped, readAtOneDot, missed, misread }: FuzzOutcome, msEach: number): string {
  const [read, of] = readAtOneDot;
  return [
    symbology.padEnd(18),
    `${painted} painted`,
    `${skipped} impossible`,
    `1 dot ${read}/${of}`,
    `missed ${missed.length}`,
    `misread ${misread.length}`,
    `${msEach.toFixed(2)} ms each`,
  ].join('  ');
}

process.exitCode = await main();
