import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import { invalid, type Refusal } from '../outcomes/outcome.ts';

const made = new WeakMap<TSchema, Validator>();

/** The compiled check of that schema, made when it is first asked for: those of all calls would be a third of a start. */
export function inputCheck(schema: TSchema): Validator {
  const known = made.get(schema);
  if (known !== undefined) return known;
  const check: Validator = Compile(schema);
  made.set(schema, check);
  return check;
}

/** What is wrong with an input that does not pass its check: a character that does not show, or else the first field, as `rows.3.code`. */
export function inputFault(errors: readonly TLocalizedValidationError[]): Refusal {
  const hidden = errors.find(({ keyword }) => keyword === '~refine');
  const fault = hidden ?? errors[0];
  const missing = fault?.keyword === 'required' ? `/${fault.params.requiredProperties[0] ?? ''}` : '';
  const field = `${fault?.instancePath ?? ''}${missing}`.replace(/^\//, '').replaceAll('/', '.');
  return hidden === undefined
    ? invalid(field, 'request.invalid', { field })
    : invalid(field, 'request.hiddenCharacter', { character: hidden.message });
}
