import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { AREAS, type Area } from './areas.ts';
import { compareWithBaseline } from './baseline.ts';
import type { Figure } from './figure.ts';

const RESULTS = join(import.meta.dirname, '../.cache/bench.json');
const BASELINE = join(import.meta.dirname, 'baseline.json');
/**
 * A figure counts as worse only after this many bad attempts in a row: one busy moment of the machine proves nothing.
 */
const TRIES = 3;

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    ci: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    'write-baseline': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  console.log(`npm run bench [-- --only PREFIX] [--quick] [--write-baseline]
npm run bench:ci [-- --only PREFIX] [--quick]    fails when a figure is worse than the baseline, ${TRIES} times over

--quick measures the main figure of each area only, in a few minutes. All figures go to .cache/bench.json.`);
  process.exit(0);
}

const areas = AREAS.filter(({ prefix }) => prefix.startsWith(values.only) || values.only.startsWith(prefix)).filter(
  ({ main }) => !values.quick || main !== undefined,
);
if (areas.length === 0) {
  console.error(`no benchmark begins with ${values.only}`);
  process.exit(2);
}
const baseline = values.ci ? (JSON.parse(await readFile(BASELINE, 'utf8')) as readonly Figure[]) : [];

const figures: Figure[] = [];
/** Figures that a later attempt replaced, kept to show how noisy a figure is. */
const earlier: Figure[] = [];
const worse: string[] = [];
for (const area of areas) {
  const wanted = baseline.filter(({ name }) => isMeasured(area, name));
  let found = await measure(area);
  let complaints = compareWithBaseline(wanted, found);
  for (let tries = 1; values.ci && complaints.length > 0 && tries < TRIES; tries++) {
    for (const complaint of complaints) console.log(`again, for ${complaint}`);
    earlier.push(...found);
    found = await measure(area);
    complaints = compareWithBaseline(wanted, found);
  }
  figures.push(...found);
  worse.push(...complaints);
}

await mkdir(dirname(RESULTS), { recursive: true });
await writeFile(RESULTS, `${JSON.stringify({ figures, earlier }, null, 2)}\n`);
if (values['write-baseline']) await writeBaseline();
for (const complaint of worse) console.error(`worse: ${complaint}`);
process.exit(worse.length === 0 ? 0 : 1);

/** Measures an area. In CI a failed measurement has no figures and is retried like a bad one. */
async function measure(area: Area): Promise<readonly Figure[]> {
  const run = area.run(values.quick);
  const all = values.ci ? await run.catch((error: unknown) => noFigures(area, error)) : await run;
  const found = all.filter(({ name }) => isMeasured(area, name));
  for (const figure of found) console.log(line(figure));
  return found;
}

function noFigures({ prefix }: Area, error: unknown): readonly Figure[] {
  console.error(`${prefix} could not be measured:`, error);
  return [];
}

function isMeasured({ prefix, main }: Area, name: string): boolean {
  if (!name.startsWith(prefix) || !name.startsWith(values.only)) return false;
  return !values.quick || name === main;
}

/** Merges the new figures with the stored ones of the areas that were not measured. */
async function writeBaseline(): Promise<void> {
  const before = JSON.parse(await readFile(BASELINE, 'utf8')) as readonly Figure[];
  const kept = before.filter(({ name }) => !areas.some((area) => isMeasured(area, name)));
  const prefixes = AREAS.map(({ prefix }) => prefix);
  const place = ({ name }: Figure): number => prefixes.findIndex((prefix) => name.startsWith(prefix));
  const all = [...kept, ...figures].toSorted((a, b) => place(a) - place(b));
  await writeFile(BASELINE, `${JSON.stringify(all, null, 2)}\n`);
}

function line(figure: Figure): string {
  const counts = Object.entries({ ...figure.counts, ...figure.details }).map(([name, count]) => ` ${name}=${count}`);
  const times = `ours=${figure.ms.toFixed(2)}ms peer=${figure.peerMs.toFixed(2)}ms`;
  return `bench ${figure.name} ratio=${figure.ratio.toFixed(2)} goal=${figure.goal} against=${figure.against} ${times}${counts.join('')}`;
}
