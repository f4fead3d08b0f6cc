import type { Problem } from '#model/kernel/problem.ts';
import { ok, type Result } from '#model/kernel/result.ts';
import type { ByteSource } from '../byte-source.ts';
import { MAX_SHARED_STRINGS_BYTES } from '../limits.ts';
import type { StringTable } from '../table/string-table.ts';
import { readPart } from '../xml/read-part.ts';
import { nameCode } from '../xml/xml-names.ts';
import { TOKEN } from '../xml/xml-scanner.ts';
import type { ReadEntryOptions } from '../zip/read-entry.ts';
import type { ZipEntry } from '../zip/zip-directory.ts';

const SI: number = nameCode('si');
const T: number = nameCode('t');
const PHONETIC: number = nameCode('rPh');

/**
 * Reads the shared strings into the table, in their order. The runs of a rich text are joined to one text; phonetic
 * runs (how a Japanese word is pronounced) are left out. A problem of `isEnough`, which is asked after each text, ends the
 * reading.
 */
export async function readSharedStrings(
  source: ByteSource,
  entry: ZipEntry,
  strings: StringTable,
  options: Omit<ReadEntryOptions, 'maxBytes'>,
  isEnough: () => Problem | null = () => null,
): Promise<Result<number>> {
  let inText = false;
  let phonetic = false;
  const read = await readPart(
    source,
    entry,
    (token, scanner) => {
      if (token === TOKEN.text) {
        if (inText && !phonetic && !scanner.copyText(strings.bytes)) scanner.fail('xml entity');
      } else if (scanner.name === T) {
        inText = token === TOKEN.open && !(!phonetic && scanner.takePlainElement(strings.bytes));
      } else if (scanner.name === PHONETIC) {
        phonetic = token === TOKEN.open;
      } else if (scanner.name === SI && token === TOKEN.close) {
        strings.finishText();
        scanner.failure ??= isEnough();
      }
    },
    { ...options, maxBytes: MAX_SHARED_STRINGS_BYTES },
  );
  return read.ok ? ok(strings.count) : read;
}
