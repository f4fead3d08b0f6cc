import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';

const made = new WeakMap<TSchema, Validator>();

/** The compiled check of that schema, made when it is first asked for: those of all calls would be a third of a start. */
export function inputCheck(schema: TSchema): Validator {
  const known = made.get(schema);
  if (known !== undefined) return known;
  const check: Validator = Compile(schema);
  made.set(schema, check);
  return check;
}
