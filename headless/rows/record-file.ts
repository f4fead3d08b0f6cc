import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import type { SpreadsheetReading } from '#model/elements/base/reading.ts';
import { bytesSource, openSpreadsheet, type OpenedSpreadsheet } from '#data-worker/open-spreadsheet.ts';
import { jsonRecords, type FieldTexts } from './json-records.ts';
import { xmlRecords } from './xml-records.ts';

/** Larger files must be spreadsheets, which are not held in memory several times. */
export const MAX_RECORD_FILE_BYTES: number = 64 * 2 ** 20;
/** The table of the records is our own format: nothing has to be detected. */
const READING: SpreadsheetReading = { encoding: 'utf-8', delimiter: ',', quote: '"', headingRows: 1 };

/**
 * Whether a file contains records, by its name and its beginning. Workbooks that are XML (`urn:schemas-microsoft-com`,
 * an OpenDocument's `office:document`) are spreadsheets.
 */
export function holdsRecords(fileName: string, head: Uint8Array): boolean {
  if (/\.json$/i.test(fileName)) return true;
  return (
    /\.xml$/i.test(fileName) && !/urn:schemas-microsoft-com:office|office:document/.test(Buffer.from(head).toString())
  );
}

/**
 * Records of JSON or XML as a sheet with a column for each field that any of them has; the first record is row 1. Problems:
 * `data.noRecords` with a `detail`, `data.fieldNotText` with `row` and `field`, `data.tooLarge`, and those of the reader.
 */
export async function openRecordFile(bytes: Uint8Array, fileName: string): Promise<Result<OpenedSpreadsheet>> {
  if (bytes.length > MAX_RECORD_FILE_BYTES) return err(problem('data.tooLarge'));
  const text = decode(bytes);
  if (text === null) return err(problem('data.encodingUnsure', { encodings: 'utf-8, utf-16' }));
  const records = /\.json$/i.test(fileName) ? jsonRecords(text) : xmlRecords(text);
  if (!records.ok) return records;
  const table = new TextEncoder().encode(`\u{FEFF}${tableOf(records.value)}`);
  const opened = await openSpreadsheet(bytesSource(table), fileName, { reading: READING });
  if (!opened.ok) return opened;
  const { info } = opened.value;
  const sheets = info.sheets.map((sheet) => ({ ...sheet, numbering: { ...sheet.numbering, firstRow: 1 } }));
  return ok({ ...opened.value, info: { ...info, sheets } });
}

/** UTF-8, or UTF-16 with its mark; null for anything else. */
function decode(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function tableOf(records: readonly FieldTexts[]): string {
  const fields = [...new Set(records.flatMap((record) => [...record.keys()]))];
  const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
  const lines = [fields, ...records.map((record) => fields.map((field) => record.get(field) ?? ''))];
  return lines.map((line) => `${line.map(quoted).join(',')}\r\n`).join('');
}
