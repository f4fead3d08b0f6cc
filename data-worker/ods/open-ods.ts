import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { SpreadsheetProgress } from '#protocol/spreadsheet.ts';
import type { ByteSource } from '../byte-source.ts';
import { GENERAL } from '../format/cell-format.ts';
import { damaged, MAX_PART_BYTES, MAX_SHEET_BYTES } from '../limits.ts';
import type { ParsedSheet } from '../opened-spreadsheet.ts';
import type { WorkbookCells } from '../table/cell-grid.ts';
import { StringTable } from '../table/string-table.ts';
import { readPart, readXml } from '../xml/read-part.ts';
import { TOKEN } from '../xml/xml-scanner.ts';
import { hasSoundNames, type ZipDirectory } from '../zip/zip-directory.ts';
import { OdsReader } from './ods-reader.ts';
import { OdsStyles } from './ods-styles.ts';

const CONTENT = 'content.xml';

/** Whether a zip is an OpenDocument file: a spreadsheet, a text or another kind. */
export function isOpenDocument(directory: ZipDirectory): boolean {
  return directory.has(CONTENT) && directory.has('meta-inf/manifest.xml');
}

/** Reads an .ods (OpenDocument 1.0 to 1.3, ISO/IEC 26300). */
export async function openOds(
  source: ByteSource,
  directory: ZipDirectory,
  onProgress: (progress: SpreadsheetProgress) => void,
  signal: AbortSignal | undefined,
): Promise<Result<readonly ParsedSheet[]>> {
  const [manifest, content, common] = ['meta-inf/manifest.xml', CONTENT, 'styles.xml'].map((n) => directory.get(n));
  if (manifest === undefined || content === undefined) return err(problem('file.wrongType'));
  let encrypted = directory.has('encrypted-package');
  const listed = await readPart(
    source,
    manifest,
    (token, scanner) => {
      if (token === TOKEN.open && scanner.nameText() === 'encryption-data') encrypted = true;
    },
    { maxBytes: MAX_PART_BYTES, signal },
  );
  if (encrypted) return err(problem('data.encrypted'));
  if (!listed.ok) return listed;

  const cells = createCells();
  const styles = new OdsStyles();
  if (common === undefined && !(await hasSoundNames(source, directory))) {
    return err(damaged('part missing', 'styles.xml'));
  }
  if (common !== undefined) {
    // The common styles stand in a part of their own. Nothing else of it is of use, and no reader is needed for it.
    const read = await readPart(source, common, (token, scanner) => styles.take(token, scanner), {
      maxBytes: MAX_PART_BYTES,
      signal,
    });
    if (!read.ok) return read;
  }
  const reader = new OdsReader(cells, styles);
  let bytesDone = 0;
  const read = await readPart(source, content, (token, scanner) => reader.take(token, scanner), {
    maxBytes: MAX_SHEET_BYTES,
    signal,
    onPacked(bytes) {
      bytesDone += bytes;
      onProgress({ bytesDone, bytesTotal: content.packedBytes });
    },
  });
  return read.ok ? sheetsOf(reader, cells) : read;
}

/** Reads a flat OpenDocument spreadsheet (.fods), one XML document. */
export async function openFlatOds(
  source: ByteSource,
  onProgress: (progress: SpreadsheetProgress) => void,
  signal: AbortSignal | undefined,
): Promise<Result<readonly ParsedSheet[]>> {
  const cells = createCells();
  const reader = new OdsReader(cells, new OdsStyles());
  const read = await readXml(source, 'flat ods', (token, scanner) => reader.take(token, scanner), {
    signal,
    onRead: (bytesDone) => onProgress({ bytesDone, bytesTotal: source.size }),
  });
  return read.ok ? sheetsOf(reader, cells) : read;
}

function createCells(): WorkbookCells {
  return { strings: new StringTable(), formats: [GENERAL], date1904: false, escapes: false, cells: 0, places: 0 };
}

function sheetsOf(reader: OdsReader, cells: WorkbookCells): Result<readonly ParsedSheet[]> {
  if (!reader.isSpreadsheet) return err(problem('file.wrongType'));
  return cells.strings.isValid() ? ok(reader.sheets) : err(damaged('text is not UTF-8'));
}
