import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { brandsFor, findMachines, fitsMachine, listMachines, parseMachines } from '#server/content/designs/machines.ts';
import { designsIn } from '#server/content/designs/read-designs.ts';
import { ROOT } from '#tests/support/source-imports.ts';

const ALL = Object.values(designsIn('en')).flat();
const machine = (brand: string, model: string): ReturnType<typeof findMachines>[number] => {
  const [found] = findMachines({ brand, model });
  if (found === undefined) throw new Error(`${brand} ${model}`);
  return found;
};

test('the list has the printers of the usual brands, each with its resolutions and labels', () => {
  expect(findMachines({}).length).toBeGreaterThanOrEqual(90);
  expect(listMachines().map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Zebra', 'TSC', 'Brother', 'DYMO', 'Honeywell', 'Godex', 'Citizen', 'SATO', 'Epson']),
  );
  expect(machine('Zebra', 'ZT411').dpi).toEqual([203, 300, 600]);
  expect(findMachines({ brand: 'Zebra', series: 'ZQ' }).map(({ name }) => name)).toEqual(['ZQ511', 'ZQ521']);
  expect(findMachines({ brand: 'Zebra', series: 'QL' })).toEqual([]);
});

test('a label fits a printer by its width, or by its available sizes', () => {
  expect(fitsMachine(machine('Zebra', 'ZD421'), 100, 150)).toBe(true);
  expect(fitsMachine(machine('Zebra', 'ZD421'), 150, 55)).toBe(false);
  expect(fitsMachine(machine('Zebra', 'ZD411'), 100, 150)).toBe(false);
  // Cut to length from a tape of that width; rotated by a quarter turn.
  expect(fitsMachine(machine('Brother', 'QL-820NWB'), 62, 47)).toBe(true);
  expect(fitsMachine(machine('Brother', 'QL-820NWB'), 90, 38)).toBe(true);
  expect(fitsMachine(machine('Brother', 'QL-820NWB'), 60, 40)).toBe(false);
  expect(fitsMachine(machine('NIIMBOT', 'B21'), 50, 30)).toBe(true);
  expect(fitsMachine(machine('NIIMBOT', 'B21'), 50, 26)).toBe(false);
});

test('nearly every printer has ready designs, and every design has printers', () => {
  const idle = findMachines({}).filter(
    (one) => !ALL.some(({ widthMm, heightMm }) => fitsMachine(one, widthMm, heightMm)),
  );
  expect(idle.map(({ name }) => name)).toEqual([]);
  for (const { id, widthMm, heightMm } of ALL) expect(brandsFor(widthMm, heightMm).length, id).toBeGreaterThan(0);
});

test('rejects an invalid list with the reason', () => {
  const text = readFileSync(join(ROOT, 'content/printers.json'), 'utf8');
  expect(parseMachines(text).length).toBe(listMachines().length);
  const model = { name: 'A', dpi: [203], printWidth: 50, mediaWidth: 60, sizes: [[50, 30]] };
  const list = (...models: unknown[]): string => JSON.stringify([{ brand: 'B', series: [{ name: 'S', models }] }]);
  expect(parseMachines(list(model))).toHaveLength(1);
  expect(() => parseMachines(list(model, model))).toThrow('B A is listed twice');
  expect(() => parseMachines(list({ ...model, printWidth: 70 }))).toThrow('B A prints beyond its labels');
  expect(() => parseMachines(list({ ...model, dpi: [] }))).toThrow('not valid');
  expect(() => parseMachines(list({ ...model, sizes: [[50, -1]] }))).toThrow('not valid');
  expect(() => parseMachines(list({ ...model, colour: true }))).toThrow('not valid');
  expect(() => parseMachines('[]')).toThrow('not valid');
});
