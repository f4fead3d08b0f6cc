import type { Problem } from '#model/kernel/problem.ts';
import { ok, type Result } from '#model/kernel/result.ts';
import type { Pointer } from '#model/kernel/wasm-memory.ts';
import type { ByteSource } from '../byte-source.ts';
import { MAX_SHARED_STRINGS_BYTES } from '../limits.ts';
import type { StringTable } from '../table/string-table.ts';
import { foundTexts, readTexts } from '../kernel/kernel.wasm';
import { kernelBytes, kernelWords, withRoom } from '../kernel/memory.ts';
import { readPart, type BulkReader } from '../xml/read-part.ts';
import { TOKEN, type XmlScanner, nameCode } from '../xml/xml-scanner.ts';
import type { ReadEntryOptions } from '../read-zip-entry.ts';
import type { ZipEntry } from '../zip-directory.ts';

/** The fewest bytes of an item with a text: `<si><t></t></si>`. */
const MIN_ITEM_BYTES = 16;
const SI: number = nameCode('si');
const T: number = nameCode('t');
const PHONETIC: number = nameCode('rPh');

/**
 * Reads the shared strings into the table, in order. The runs of a rich text are joined to one text; phonetic runs (how
 * a Japanese word is pronounced) are skipped. `isEnough` is called after each text; a problem from it ends the reading.
 */
export async function readSharedStrings(
  source: ByteSource,
  entry: ZipEntry,
  strings: StringTable,
  options: Omit<ReadEntryOptions, 'maxBytes'>,
  isEnough?: () => Problem | null,
): Promise<Result<number>> {
  let inText = false;
  let phonetic = false;
  const bulk: BulkReader = {
    take(from, count, scanner) {
      // Only between the items of the root.
      if (scanner.depth === 1 && !inText && !phonetic) takeTexts(from, count, scanner, strings);
    },
  };
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
        scanner.failure ??= isEnough?.() ?? null;
      }
    },
    { ...options, maxBytes: MAX_SHARED_STRINGS_BYTES },
    isEnough === undefined ? bulk : undefined,
  );
  return read.ok ? ok(strings.count) : read;
}

/** Takes the next texts that have the usual notation. */
function takeTexts(from: Pointer, count: number, scanner: XmlScanner, strings: StringTable): void {
  withRoom((room) => {
    const texts = room.take(count);
    const ends = room.take(4 * Math.ceil(count / MIN_ITEM_BYTES));
    const read = readTexts(from, count, texts, ends);
    const [found = 0] = kernelWords(foundTexts(), 1);
    if (found === 0) return;
    const textEnds = kernelWords(ends, found);
    strings.addTexts(kernelBytes().subarray(texts, texts + (textEnds[found - 1] as number)), textEnds);
    scanner.skip(read, 0);
  });
}
