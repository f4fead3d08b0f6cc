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

/** What of JSON Schema has parts of its own. */
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

/**
 * Where a value first differs from its schema, as `rows.3.code`; empty for the value itself. Follows one path to the
 * fault: TypeBox's list of errors goes on to the end of the value and takes 100 ms for each 100 KB of a wrong body.
 */
export function faultyField(schema: TSchema, value: unknown): string {
  const { properties, required = [], patternProperties, maxProperties = Infinity, items, anyOf } = schema as Parts;
  if (anyOf !== undefined) {
    const meant = anyOf.find((one) => isMeant(one, value));
    return meant === undefined ? '' : faultyField(meant, value);
  }
  if (Array.isArray(value)) {
    const { minItems = 0, maxItems = Infinity } = schema as Parts;
    if (items === undefined || value.length < minItems || value.length > maxItems) return '';
    return below(items, value, String(value.findIndex((one) => !inputCheck(items).Check(one))));
  }
  if (typeof value !== 'object' || value === null) return '';
  const missing = required.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return missing;
  for (const [name, one] of Object.entries(properties ?? {})) {
    if (Object.hasOwn(value, name) && !inputCheck(one).Check(Reflect.get(value, name))) return below(one, value, name);
  }
  const entries = Object.entries(value);
  const [one] = Object.values(patternProperties ?? {});
  const wrong =
    one === undefined || entries.length > maxProperties
      ? undefined
      : entries.find(([, each]) => !inputCheck(one).Check(each));
  return one === undefined || wrong === undefined ? '' : below(one, value, wrong[0]);
}

function below(schema: TSchema, value: object, name: string): string {
  const rest = faultyField(schema, Reflect.get(value, name));
  return rest === '' ? name : `${name}.${rest}`;
}

/** Whether one of several shapes is the one that the value says it has: by a field with one possible text, such as `type`. */
function isMeant(schema: TSchema, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries((schema as Parts).properties ?? {}).some(
    ([name, one]) => 'const' in one && Reflect.get(value, name) === one.const,
  );
}
