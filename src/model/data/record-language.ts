import type { LanguageTag } from '#model/elements/base/translations.ts';
import { isLanguageFault, namedLanguage, type LabelLanguages } from '#model/template/label-languages.ts';
import type { Clock } from '#model/elements/base/content-behaviour.ts';
import { contentOf, noElements } from './content.ts';
import type { DataRecord } from './record.ts';

/** A column has the same value at any time. */
const NO_CLOCK: Clock = { now: { year: 1970, month: 1, day: 1, hour: 0, minute: 0, second: 0 } };

/** The record in a language that was chosen for it, whatever the column says: then it needs no cell. */
export function recordIn(record: DataRecord, tag: LanguageTag, { tags }: Pick<LabelLanguages, 'tags'>): DataRecord {
  const { language: _, fault, ...rest } = record;
  const kept = fault === undefined || isLanguageFault(fault) ? rest : { ...rest, fault };
  return tag === tags[0] ? kept : { ...kept, language: tag };
}

/**
 * The records with the language that the label's column names for each. A row that names none is not printed, with the
 * reason: `language.none`, `language.unknown`, or why the cell has no value.
 */
export function withRecordLanguages(
  records: readonly DataRecord[],
  languages: LabelLanguages | undefined,
): readonly DataRecord[] {
  if (languages?.column === undefined) return records;
  const { column, tags } = languages;
  return records.map((record) => {
    const value = contentOf([column], record, noElements(NO_CLOCK));
    const named = value.ok ? namedLanguage(languages, value.value) : value;
    if (!named.ok) {
      const fault = { ...named.error, params: { ...named.error.params, column: column.column } };
      return { ...record, fault: record.fault ?? fault };
    }
    return named.value === tags[0] ? record : { ...record, language: named.value };
  });
}
