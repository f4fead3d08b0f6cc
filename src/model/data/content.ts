import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import type { DataSource } from '#model/elements/base/content.ts';
import { fieldKey, type DataRecord } from './record.ts';
import { sequenceValue } from './sequence.ts';

/**
 * The text that data sources give for a record: their values joined in order.
 * Problems: `data.notConnected` (the record lacks the field), `data.cellError` (the cell holds an error), and those of
 * `sequenceValue`.
 */
export function contentOf(sources: readonly DataSource[], record: DataRecord): Result<string> {
  let content = '';
  for (const source of sources) {
    const value = valueOf(source, record);
    if (!value.ok) return value;
    content += value.value;
  }
  return ok(content);
}

/** What is shown while a value cannot be had: what the columns had when they were bound, the start of sequences. */
export function lastKnownContent(sources: readonly DataSource[]): string {
  return sources.map(lastKnownValue).join('');
}

function lastKnownValue(source: DataSource): string {
  if (source.type === 'column') return source.firstValue;
  return source.type === 'sequence' ? source.initial : source.text;
}

function valueOf(source: DataSource, record: DataRecord): Result<string> {
  if (source.type === 'fixed') return ok(source.text);
  if (source.type === 'sequence') return sequenceValue(source, record.index ?? 0);
  const key = fieldKey(source);
  const error = record.errors?.[key];
  if (error !== undefined) return err(problem('data.cellError', { column: source.column, value: error }));
  const value = record.values[key];
  return value === undefined ? err(problem('data.notConnected', { file: source.fileName })) : ok(value);
}
