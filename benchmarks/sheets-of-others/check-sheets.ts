// node benchmarks/sheets-of-others/check-sheets.ts TRUTH.json RESULT.json
// RESULT is {FILE: [{page, x, y, width, height, angle?, codes?}]}, in mm and in the order of the split.
import { readFileSync } from 'node:fs';
import { judgeSheet, judgeSheets, type Found } from '#tests/document/sheets-of-others/judge.ts';
import type { Truth } from '#tests/document/sheets-of-others/truth.ts';

const [truthPath = '', resultPath = ''] = process.argv.slice(2);
const truth = JSON.parse(readFileSync(truthPath, 'utf8')) as Truth;
const found = JSON.parse(readFileSync(resultPath, 'utf8')) as Found;
for (const [name, file] of Object.entries(truth.files)) {
  const { right, labelsRight, labels, faults } = judgeSheet(file, found[name]);
  console.log(
    `${right ? 'right' : 'WRONG'} ${name}: ${labelsRight} of ${labels} labels; ${faults.slice(0, 5).join('; ')}`,
  );
}
const { sheetsRight, sheets, labelsRight, labels } = judgeSheets(truth, found);
console.log(`${sheetsRight} of ${sheets} sheets and ${labelsRight} of ${labels} labels are right`);
