/** All functions, in their groups and in the order of the menu. */
export const FUNCTION_GROUPS = {
  logic: ['if', 'default', 'isEmpty', 'contains', 'startsWith', 'endsWith', 'value'],
  text: [
    'upper',
    'lower',
    'trim',
    'left',
    'right',
    'substring',
    'replace',
    'padStart',
    'padEnd',
    'length',
    'emphasize',
  ],
  number: ['formatNumber', 'currency', 'percent', 'round', 'floor', 'ceil', 'abs', 'mod', 'min', 'max', 'number'],
  date: ['today', 'now', 'date', 'formatDate', 'addDays', 'addMonths'],
  label: ['seq', 'index'],
} as const;

export type FunctionGroup = keyof typeof FUNCTION_GROUPS;
export type FunctionName = (typeof FUNCTION_GROUPS)[FunctionGroup][number];

/** Functions that don't evaluate all of their arguments, or need the label: see `compile.ts`. */
export const SPECIAL_FUNCTIONS = {
  if: { least: 2, most: 3 },
  default: { least: 2, most: 5 },
  seq: { least: 1, most: 4 },
  index: { least: 0, most: 0 },
  value: { least: 0, most: 0 },
} as const;
export type SpecialFunctionName = keyof typeof SPECIAL_FUNCTIONS;

export type NumberFunctionName = (typeof FUNCTION_GROUPS)['number'][number];
export type DateFunctionName = (typeof FUNCTION_GROUPS)['date'][number];
export type TextFunctionName = Exclude<FunctionName, SpecialFunctionName | NumberFunctionName | DateFunctionName>;
