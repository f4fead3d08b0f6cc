import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { invalid, type ApiError } from '../core/api-error.ts';

const made = new WeakMap<TSchema, Validator>();

/** The compiled check of a schema, built on first use: all of them would take a third of a start. */
export function inputCheck(schema: TSchema): Validator {
  const known = made.get(schema);
  if (known !== undefined) return known;
  const check: Validator = Compile(schema);
  made.set(schema, check);
  return check;
}

/** The parts of a JSON schema that contain schemas. */
interface Parts extends TSchema {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: Readonly<Record<string, TSchema>>;
  readonly maxProperties?: number;
  readonly items?: TSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly anyOf?: readonly TSchema[];
}

/** The fault of an input that fails its check: an invisible character, or else a field, as `rows.3.code`. */
export function inputFault(schema: TSchema, input: unknown): ApiError {
  const { path, ...fault } = firstFault(schema, input, []);
  const field = path.join('.');
  // The shapes of names have the character as their message (`nameString`).
  const hidden = typeof fault.value === 'string' ? refinedMessage(fault.schema, fault.value) : undefined;
  return hidden === undefined
    ? invalid(field, 'request.invalid', { field })
    : invalid(field, 'request.hiddenCharacter', { character: hidden });
}

function refinedMessage(schema: TSchema, value: string): string | undefined {
  const errors = inputCheck(schema).Errors(value);
  return errors.find(({ keyword }) => keyword === '~refine')?.message;
}

interface Fault {
  readonly path: readonly string[];
  readonly schema: TSchema;
  readonly value: unknown;
}

/**
 * The path where a value first differs from its schema; empty for the value itself. Follows one path to the fault:
 * TypeBox's list of errors covers the whole value and takes 100 ms for each 100 KB of a wrong body.
 */
function firstFault(schema: TSchema, value: unknown, path: readonly string[]): Fault {
  const { properties, required = [], patternProperties, maxProperties = Infinity, items, anyOf } = schema as Parts;
  const here: Fault = { path, schema, value };
  const below = (part: TSchema, name: string): Fault =>
    firstFault(part, Reflect.get(value as object, name), [...path, name]);
  if (anyOf !== undefined) {
    const meant = anyOf.find((one) => isMeant(one, value));
    return meant === undefined ? here : firstFault(meant, value, path);
  }
  if (Array.isArray(value)) {
    const { minItems = 0, maxItems = Infinity } = schema as Parts;
    if (items === undefined || value.length < minItems || value.length > maxItems) return here;
    return below(items, String(value.findIndex((one) => !inputCheck(items).Check(one))));
  }
  if (typeof value !== 'object' || value === null) return here;
  const missing = required.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return { path: [...path, missing], schema, value: undefined };
  for (const [name, one] of Object.entries(properties ?? {})) {
    if (Object.hasOwn(value, name) && !inputCheck(one).Check(Reflect.get(value, name))) return below(one, name);
  }
  const entries = Object.entries(value);
  const [one] = Object.values(patternProperties ?? {});
  if (one === undefined || entries.length > maxProperties) return here;
  const wrong = entries.find(([, each]) => !inputCheck(one).Check(each));
  return wrong === undefined ? here : below(one, wrong[0]);
}

/** Whether a union member matches the value's discriminator: a field with one possible text, such as `type`. */
function isMeant(schema: TSchema, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries((schema as Parts).properties ?? {}).some(
    ([name, one]) => 'const' in one && Reflect.get(value, name) === one.const,
  );
}

/** Whether a text contains NUL, which PostgreSQL can't store, and which ends a text for older programs. */
export function holdsNul(input: unknown): boolean {
  if (typeof input === 'string') return input.includes('\u0000');
  return typeof input === 'object' && input !== null && Object.values(input).some(holdsNul);
}
