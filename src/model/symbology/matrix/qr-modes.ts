import { mode, type Mode, type ModeFactory } from 'lean-qr';

/**
 * Text beyond ASCII is encoded in UTF-8 and announced by ECI 26: readers treat unannounced bytes as Latin-1 or guess.
 */
const MODES = [mode.numeric, mode.alphaNumeric, mode.ascii, mode.utf8];
// oxlint-disable-next-line no-control-regex -- a QR code encodes control characters too
const ASCII = /^[\x00-\x7f]*$/;

/** The parts into which a text is split for the shortest code, each with its mode and length. */
type Split = readonly (readonly [as: ModeFactory, length: number])[];

/**
 * Splits of texts by the kinds of their characters. How an ASCII text is split depends only on which of its characters
 * are digits and which are alphanumeric, and these are the same in all serial numbers of a run.
 */
const splits = new Map<string, Split>();
const MOST_SPLITS = 64;

/** The shortest encoding of a text; the same as the library's `mode.auto`, which takes several times as long. */
export function textMode(text: string): Mode {
  if (!ASCII.test(text)) return mode.auto(text, { modes: MODES });
  const kinds = text
    .replace(/[0-9]/g, '0')
    .replace(/[A-Z $%*+\-./:]/g, 'A')
    .replace(/[^0A]/g, 'a');
  return (data, version) => {
    let start = 0;
    for (const [as, length] of splitOf(text, kinds, version)) {
      as(text.slice(start, start + length))(data, version);
      start += length;
    }
  };
}

/**
 * The versions in which character counts have the same length also split a text in the same way (ISO/IEC 18004, table
 * 3): 0 is 1 to 9, 1 is 10 to 26, 2 is 27 to 40.
 */
export function versionClass(version: number): 0 | 1 | 2 {
  return version < 10 ? 0 : version < 27 ? 1 : 2;
}

function splitOf(text: string, kinds: string, version: number): Split {
  const key = `${versionClass(version)}${kinds}`;
  const known = splits.get(key);
  if (known !== undefined) return known;
  const made: [ModeFactory, number][] = [];
  const recording = MODES.map((as) =>
    Object.assign((part: string): Mode => {
      made.push([as, part.length]);
      return () => undefined;
    }, as),
  );
  mode.auto(text, { modes: recording })({ push: () => undefined }, version);
  // The library makes the parts from the last to the first.
  made.reverse();
  if (splits.size >= MOST_SPLITS) splits.clear();
  splits.set(key, made);
  return made;
}
