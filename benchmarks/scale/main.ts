import { costRows, limitRows, stageRows, validationRows } from './tables.ts';

// node benchmarks/scale/main.ts: the tables of docs/operate/scale.md.
const tables = {
  stages: stageRows(),
  'simulated workers': validationRows(),
  limits: limitRows(),
  'a million labels': costRows(),
};
for (const [name, rows] of Object.entries(tables)) console.log([name, ...rows, ''].join('\n'));
