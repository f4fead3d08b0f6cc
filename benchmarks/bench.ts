import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { AREAS } from './areas.ts';
import { compareWithBaseline } from './baseline.ts';
import type { Figure } from './figure.ts';

const RESULTS = join(import.meta.dirname, '../.cache/bench.json');
const BASELINE = join(import.meta.dirname, 'baseline.json');

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    ci: { type: 'boolean', default: false },
    'write-baseline': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  console.log('npm run bench [-- --only PREFIX] [--write-baseline]    npm run bench:ci [-- --only PREFIX]');
  process.exit(0);
}

const figures: Figure[] = [];
const areas = AREAS.filter(({ prefix }) => prefix.startsWith(values.only) || values.only.startsWith(prefix));
if (areas.length === 0) {
  console.error(`no benchmark begins with ${values.only}`);
  process.exit(2);
}
for (const area of areas) {
  for (const figure of await area.run()) {
    if (!figure.name.startsWith(values.only)) continue;
    figures.push(figure);
    console.log(line(figure));
  }
}

await mkdir(dirname(RESULTS), { recursive: true });
await writeFile(RESULTS, `${JSON.stringify(figures, null, 2)}\n`);
if (values['write-baseline']) await writeFile(BASELINE, `${JSON.stringify(figures, null, 2)}\n`);

if (values.ci) {
  const baseline = JSON.parse(await readFile(BASELINE, 'utf8')) as readonly Figure[];
  const worse = compareWithBaseline(
    baseline.filter((figure) => figure.name.startsWith(values.only)),
    figures,
  );
  for (const message of worse) console.error(message);
  process.exit(worse.length === 0 ? 0 : 1);
}

function line(figure: Figure): string {
  const counts = Object.entries({ ...figure.counts, ...figure.besides }).map(([name, count]) => ` ${name}=${count}`);
  const times = `ours=${figure.ms.toFixed(2)}ms peer=${figure.peerMs.toFixed(2)}ms`;
  return `bench ${figure.name} ratio=${figure.ratio.toFixed(2)} goal=${figure.goal} against=${figure.against} ${times}${counts.join('')}`;
}
