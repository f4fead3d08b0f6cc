/** The part of JSON Schema that the calls' shapes use. */
export interface JsonSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema | readonly JsonSchema[];
  readonly minItems?: number;
  readonly minimum?: number;
  readonly minLength?: number;
  readonly pattern?: string;
}

/** Example values by field name. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  id: '20300101abcdefghjkmnpqrs',
  parent_id: '20300101folderfolderfold',
  job_id: 'run-20300101-1',
  user_name: 'ada',
  account: 'ada',
  password: 'correct horse battery',
  email: 'ada@example.com',
  nickname: 'Ada',
  name: 'Shipping label',
  width: 100,
  height: 80,
  url: '20300101filefilefilefile.tprts',
  image: '20300101picturepictureab.png',
  language: 'en',
  color: '#c8102e',
};

/** A minimal valid value of the schema: only the required fields of an object. */
export function exampleOf(schema: JsonSchema, name = ''): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf !== undefined) return exampleOf(schema.anyOf[0] ?? {}, name);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([key]) => schema.required?.includes(key) === true)
          .map(([key, inner]) => [key, exampleOf(inner, key)]),
      );
    case 'array':
      return exampleList(schema);
    case 'string':
      return exampleText(schema, name);
    case 'number':
    case 'integer':
      return typeof BY_NAME[name] === 'number' ? BY_NAME[name] : Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return false;
    default:
      return null;
  }
}

function exampleList({ items, minItems = 1 }: JsonSchema): unknown[] {
  if (Array.isArray(items)) return (items as readonly JsonSchema[]).map((item) => exampleOf(item));
  return Array.from({ length: minItems }, () => exampleOf((items ?? {}) as JsonSchema));
}

function exampleText({ pattern, minLength = 0 }: JsonSchema, name: string): string {
  const named = BY_NAME[name];
  const candidates = [typeof named === 'string' ? named : 'text', 'run-1', '1', '2030-01-01T00:00:00.000Z', 'abcd1234'];
  const fits = (text: string): boolean =>
    text.length >= minLength && (pattern === undefined || new RegExp(pattern, 'u').test(text));
  return candidates.find(fits) ?? '';
}
