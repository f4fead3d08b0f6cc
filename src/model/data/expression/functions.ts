import { DATE_FUNCTIONS } from './date-functions.ts';
import type { ExpressionFunction } from './function.ts';
import { SPECIAL_FUNCTIONS, type SpecialFunctionName } from './function-names.ts';
import { NUMBER_FUNCTIONS } from './number-functions.ts';
import { TEXT_FUNCTIONS } from './text-functions.ts';

/** By lower-case names: case doesn't matter. Maps, because objects inherit names. */
const PLAIN: ReadonlyMap<string, ExpressionFunction> = new Map(
  Object.entries({ ...TEXT_FUNCTIONS, ...NUMBER_FUNCTIONS, ...DATE_FUNCTIONS }).map(([name, each]) => [
    name.toLowerCase(),
    each,
  ]),
);
const SPECIAL: ReadonlyMap<string, SpecialFunctionName> = new Map(
  (Object.keys(SPECIAL_FUNCTIONS) as SpecialFunctionName[]).map((name) => [name, name]),
);

export function plainFunction(name: string): ExpressionFunction | undefined {
  return PLAIN.get(name.toLowerCase());
}

export function specialFunction(name: string): SpecialFunctionName | undefined {
  return SPECIAL.get(name.toLowerCase());
}
