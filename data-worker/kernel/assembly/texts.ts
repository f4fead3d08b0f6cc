import { skipAttribute, skipBlanks, skipText } from './xml';

/** Number of texts found by the last call. */
const FOUND: usize = memory.data(4, 16);

/** Address of the number of texts of the last call. */
export function foundTexts(): usize {
  return FOUND;
}

/**
 * Reads shared texts in the usual notation, `<si><t>…</t></si>`, from the start of an XML token; zeros follow the
 * bytes. Appends the texts to `texts`, and their ends to `ends`. Returns the number of bytes read.
 */
export function readTexts(from: usize, count: i32, texts: usize, ends: usize): i32 {
  const end = from + count;
  let done = from;
  let to = texts;
  let found: u32 = 0;
  while (true) {
    const p = skipBlanks(done);
    // `<si><t`
    if (p >= end || load<u32>(p) !== 0x3e69733c || load<u16>(p, 4) !== 0x743c) break;
    let start = p + 6;
    if (load<u8>(start) === 0x20) start = skipAttribute(start + 1);
    if (start === 0 || load<u8>(start) !== 0x3e) break;
    start++;
    const stop = skipText(start);
    // `</t></si>`
    if (stop === 0 || load<u64>(stop) !== 0x69732f3c3e742f3c || load<u8>(stop, 8) !== 0x3e) break;
    memory.copy(to, start, stop - start);
    to += stop - start;
    store<u32>(ends + 4 * found, <u32>(to - texts));
    found++;
    done = stop + 9;
  }
  store<u32>(FOUND, found);
  return <i32>(done - from);
}
