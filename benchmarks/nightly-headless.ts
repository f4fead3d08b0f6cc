import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { runHeadless, writeHeadlessRun } from './headless-run.ts';

const MAX_MB = 400;
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    folder: { type: 'string', default: join(import.meta.dirname, '../.cache/nightly') },
  },
});
const rows = Number(values.rows);
const out = join(values.folder, 'pages');
const report = join(values.folder, 'report.jsonl');
const options = ['--out', out, '--report', report];

await rm(values.folder, { recursive: true, force: true });
await mkdir(values.folder, { recursive: true });
await writeHeadlessRun(values.folder, rows);

// Killed once during the run, and continued.
const quarter = join(out, `page-${String(Math.ceil(rows / 4)).padStart(5, '0')}.png`);
const first = await runHeadless(values.folder, options, () => existsSync(quarter));
expect(first.status === null, 'the first run is killed');
const second = await runHeadless(values.folder, [...options, '--resume']);
expect(second.status === 0, 'the second run ends well');

let [labels, pages] = [0, 0];
for await (const text of createInterface(createReadStream(report))) {
  const line = JSON.parse(text) as { type: string; row: number; page: number; verified: boolean; complete: boolean };
  if (line.type === 'label') expect(line.row === ++labels + 1 && line.verified, `the label of row ${line.row}`);
  if (line.type === 'page') expect(line.page === ++pages, `page ${line.page}`);
  if (line.type === 'end') expect(line.verified === (rows as unknown) && line.complete, 'the end of the report');
}
expect(labels === rows && pages === rows, 'a line for each label and each page');
const names = (await readdir(out)).filter((name) => name.endsWith('.png'));
expect(names.length === rows, 'a file for each page');
const peakMB = Math.max(first.peakMB, second.peakMB);
const seconds = (first.ms + second.ms) / 1000;
console.log(`${rows} rows: ${Math.round(rows / seconds)} labels a second, at most ${peakMB} MB`);
expect(peakMB <= MAX_MB, `at most ${MAX_MB} MB`);
await rm(values.folder, { recursive: true, force: true });

function expect(isSo: boolean, what: string): void {
  if (isSo) return;
  console.error(`failed: ${what}`);
  process.exit(1);
}
