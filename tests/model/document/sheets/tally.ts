import { splitSheet } from '#model/document/split/split-sheet.ts';
import { sheets } from './corpus.ts';
import { judge } from './judge.ts';
const [seed = '1', count = '72'] = process.argv.slice(2);
let [right, at, total, most] = [0, 0, 0, 0];
for (const sheet of sheets(Number(seed), Number(count))) {
  const start = performance.now();
  const split = splitSheet(sheet.plane);
  const ms = performance.now() - start;
  total += ms;
  if (at > 3) most = Math.max(most, ms);
  const verdict = judge(sheet, split);
  if (verdict.right) right += 1;
  else
    console.log(
      at,
      sheet.name,
      `[${split.method} ${split.confidence.toFixed(2)} skew ${split.skewDegrees}/${sheet.skewDegrees.toFixed(2)}]`,
      verdict.faults.slice(0, 4).join('; '),
      `(${verdict.faults.length})`,
      'repairs',
      verdict.repairs,
    );
  at += 1;
}
console.log(
  `seed ${seed}: ${right}/${at} ${((100 * right) / at).toFixed(1)} % mean ${(total / at).toFixed(0)} ms most ${most.toFixed(0)}`,
);
