import { ok, type Result } from '#model/kernel/result.ts';
import type { ByteSource } from '../byte-source.ts';
import { BUILT_IN_FORMATS } from '../format/built-in-formats.ts';
import { compileFormat, GENERAL, type CellFormat } from '../format/cell-format.ts';
import { MAX_PART_BYTES, MAX_STYLES, tooLarge } from '../limits.ts';
import { readPart } from '../xml/read-part.ts';
import { TOKEN, readAttributes } from '../xml/xml-scanner.ts';
import type { ZipEntry } from '../zip-directory.ts';

/** The number format of each cell style, by the style's number. */
export async function readStyles(
  source: ByteSource,
  entry: ZipEntry,
  signal: AbortSignal | undefined,
): Promise<Result<readonly CellFormat[]>> {
  const codes = new Map(BUILT_IN_FORMATS);
  const styles: number[] = [];
  let inCellStyles = false;
  const read = await readPart(
    source,
    entry,
    (token, scanner) => {
      if (token === TOKEN.text) return;
      const name = scanner.nameText();
      if (name === 'cellXfs') inCellStyles = token === TOKEN.open;
      if (token !== TOKEN.open) return;
      if (name === 'numFmt') {
        const attributes = readAttributes(scanner);
        const code = attributes.get('formatCode');
        if (code !== undefined) codes.set(Number(attributes.get('numFmtId')), code);
      } else if (name === 'xf' && inCellStyles) {
        styles.push(Number(readAttributes(scanner).get('numFmtId') ?? 0));
      }
      if (Math.max(codes.size, styles.length) > MAX_STYLES) scanner.failure = tooLarge('styles', entry.name);
    },
    { maxBytes: MAX_PART_BYTES, signal },
  );
  if (!read.ok) return read;
  const compiled = new Map<number, CellFormat>();
  return ok(
    styles.map((id) => {
      const format = compiled.get(id) ?? compileFormat(codes.get(id) ?? '');
      compiled.set(id, format);
      return codes.has(id) ? format : GENERAL;
    }),
  );
}
