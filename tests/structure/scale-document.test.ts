import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** The rows of the tables that the simulation prints, under their names. */
async function simulated(): Promise<Record<string, string[]>> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', 'benchmarks/scale/main.ts']);
  const tables = stdout
    .trim()
    .split('\n\n')
    .map((table) => table.trim().split('\n'));
  return Object.fromEntries(tables.map(([name = '', ...rows]) => [name, rows]));
}

test('the simulation gives the same each time, the document has it, and two workers are nearly twice as fast as one', async () => {
  const [tables, again] = await Promise.all([simulated(), simulated()]);
  expect(again).toEqual(tables);
  // The formatter aligns columns.
  const cells = (line: string): string[] => line.split('|').map((cell) => cell.trim());
  const document = new Set(
    readFileSync('docs/operate/scale.md', 'utf8')
      .split('\n')
      .map((line) => cells(line).join('|')),
  );
  const rows = Object.values(tables).flat();
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter((row) => !document.has(cells(row).join('|')))).toEqual([]);
  const [one = NaN, two = NaN] = (tables['simulated workers'] ?? []).map((row) => Number(cells(row)[2]));
  expect(one / two).toBeGreaterThan(1.8);
  expect(one / two).toBeLessThan(2.05);
});
