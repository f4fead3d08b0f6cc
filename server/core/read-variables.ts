import type { Static, TObject, TProperties } from 'typebox';
import { Check } from 'typebox/value';
import { err, ok, type Result } from '#model/kernel/result.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A variable without the spaces around it; null for one that is not set or empty. */
export function given(environment: Environment, name: string): string | null {
  const text = environment[name]?.trim() ?? '';
  return text === '' ? null : text;
}

/** The items of a list with commas. */
export function listed(text: string): string[] {
  return text.split(',').flatMap((item) => (item.trim() === '' ? [] : [item.trim()]));
}

/** What a schema says about a variable. */
interface Variable {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Variable;
  readonly default?: unknown;
  /** Completes "… must be". */
  readonly description?: string;
}

/**
 * Reads environment variables as their schemas say: texts, whole numbers, and lists with commas. A variable that is not
 * set or empty has its default; without one it is absent, and its schema is optional. The error is one line that names
 * the variable and repeats its value: read secrets in another way.
 */
export function readVariables<Schemas extends TProperties>(
  schemas: Schemas,
  environment: Environment,
): Result<Static<TObject<Schemas>>, string> {
  const values: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(schemas)) {
    const variable: Variable = schema;
    const text = given(environment, name);
    if (variable.items !== undefined) {
      const list = listed(text ?? '');
      const wrong = list.find((item) => !Check(variable.items ?? {}, item));
      if (wrong !== undefined) return err(faultOf(name, variable, wrong));
      values[name] = list;
    } else if (text !== null) {
      const value = variable.type === 'integer' && /^(?:0|[1-9]\d{0,8})$/.test(text) ? Number(text) : text;
      if (!Check(schema, value)) return err(faultOf(name, variable, text));
      values[name] = value;
    } else if (variable.default !== undefined) {
      values[name] = variable.default;
    }
  }
  return ok(values as Static<TObject<Schemas>>);
}

function faultOf(name: string, { enum: choices, minimum, maximum, description }: Variable, value: string): string {
  const range = maximum === undefined ? `of at least ${minimum}` : `from ${minimum} to ${maximum}`;
  const wanted = choices === undefined ? (description ?? `a number ${range}`) : `one of ${choices.join(', ')}`;
  return `${name} must be ${wanted}, not "${value}".`;
}
