import type { Result } from '#model/kernel/result.ts';
import { ok } from '#model/kernel/result.ts';
import type { Bytes } from '../byte-source.ts';
import type { ParsedSheet } from '../opened-spreadsheet.ts';
import { detectDelimiter } from './csv-delimiter.ts';
import { detectEncoding, toUtf8Bytes } from './csv-encoding.ts';
import { indexCsv } from './csv-indexer.ts';
import { createCsvTable } from './csv-table.ts';

/** A CSV has no sheets. Bindings name this one, so it must not depend on the name of the file. */
const SHEET_NAME = 'Sheet1';

export function openCsv(bytes: Bytes): Result<readonly ParsedSheet[]> {
  const text = toUtf8Bytes(bytes, detectEncoding(bytes));
  const { delimiter, offset } = detectDelimiter(text);
  const index = indexCsv(text, delimiter, offset);
  return index.ok ? ok([{ name: SHEET_NAME, hidden: false, table: createCsvTable(index.value) }]) : index;
}
