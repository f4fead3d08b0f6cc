// node benchmarks/sheets-of-others/split-sheets.ts FOLDER RESULT.json
// Splits the sheets of a folder with a truth.json as the product does; check-sheets.ts judges the result.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectOk } from '#model/kernel/result.ts';
import { createDocuments, openBytes } from '#tests/document/support/documents.ts';
import type { Found, FoundLabel } from '#tests/document/sheets-of-others/judge.ts';
import type { Truth } from '#tests/document/sheets-of-others/truth.ts';

const [folder = '', resultPath = ''] = process.argv.slice(2);
const truth = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')) as Truth;
const documents = await createDocuments();
const found: Record<string, Found[string]> = {};
for (const name of Object.keys(truth.files)) {
  const info = expectOk(await openBytes(documents, new Uint8Array(readFileSync(join(folder, name)))));
  const labels: FoundLabel[] = [];
  for (const page of info.pages.keys()) {
    const split = expectOk(await documents.split(info.document, page));
    for (const { boxMm } of split.labels) labels.push({ page: page + 1, ...boxMm });
  }
  found[name] = labels;
  documents.close(info.document);
}
writeFileSync(resultPath, JSON.stringify(found));
