import { costRows, limitRows, validationRows } from './tables.ts';

// node benchmarks/scale/main.ts: the tables of docs/scale.md.
console.log(
  [
    'measured and simulated',
    ...validationRows(),
    '',
    'limits',
    ...limitRows(),
    '',
    'a million labels',
    ...costRows(),
  ].join('\n'),
);
