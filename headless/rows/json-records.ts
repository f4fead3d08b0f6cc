import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * The records of a list of objects; of an object that contains one list of objects, under any name; or of an object
 * that is one record itself. Problems: `data.noRecords`, `data.fieldNotText`.
 */
export function jsonRecords(text: string): Result<readonly FieldTexts[]> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return err(problem('data.noRecords', { detail: error instanceof Error ? error.message : String(error) }));
  }
  const list = listIn(value);
  if (list === null || list.length === 0) return err(problem('data.noRecords', { detail: '[{…}, …]' }));
  const records: FieldTexts[] = [];
  for (const [i, one] of list.entries()) {
    const row = i + 1;
    if (!isObject(one)) return err(problem('data.fieldNotText', { row, field: '' }, `[${i}]`));
    const fields = new Map<string, string>();
    for (const [field, content] of Object.entries(one)) {
      if (typeof content === 'object' && content !== null) return err(problem('data.fieldNotText', { row, field }));
      fields.set(field, content === null ? '' : String(content));
    }
    records.push(fields);
  }
  return ok(records);
}

function listIn(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return null;
  const lists = Object.values(value).filter((inner) => Array.isArray(inner) && inner.some(isObject));
  if (lists.length > 1) return null;
  return (lists[0] as readonly unknown[] | undefined) ?? [value];
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A record as texts by field name. */
export type FieldTexts = ReadonlyMap<string, string>;
