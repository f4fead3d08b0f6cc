import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COSTS } from '../../benchmarks/scale/costs.ts';
import { costRows, limitRows, simulatedMs, stageRows, validationRows } from '../../benchmarks/scale/tables.ts';

test('the simulation gives the same each time, and the document has what it gives', () => {
  const rows = [...stageRows(), ...validationRows(), ...limitRows(), ...costRows()];
  expect([...stageRows(), ...validationRows(), ...limitRows(), ...costRows()]).toEqual(rows);
  // The formatter sets columns under each other.
  const cells = (line: string): string =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .join('|');
  const document = new Set(readFileSync('docs/scale.md', 'utf8').split('\n').map(cells));
  expect(rows.filter((row) => !document.has(cells(row)))).toEqual([]);
});

test('a simulated worker takes as long as the stages that it is made of', () => {
  const { renderMs, planMs, joinMs, databaseMs, storageMs, storageRequests, labelsInChunk } = COSTS;
  const alone = renderMs + planMs + joinMs + (databaseMs + storageMs * storageRequests) / labelsInChunk;
  expect(simulatedMs(1) / alone).toBeGreaterThan(0.95);
  expect(simulatedMs(1) / alone).toBeLessThan(1.05);
  // Two are in each other's way a little, and never quicker than twice one.
  expect(simulatedMs(1) / simulatedMs(2)).toBeGreaterThan(1.8);
  expect(simulatedMs(1) / simulatedMs(2)).toBeLessThan(2.05);
});
