import { spawnSync } from 'node:child_process';
import type { TextEncoding } from '#model/elements/base/reading.ts';

/** Names of encodings that iconv of the C library calls differently, or defines more narrowly. */
const ICONV: Readonly<Partial<Record<TextEncoding, string>>> = {
  shift_jis: 'CP932',
  'euc-kr': 'CP949',
  'windows-874': 'CP874',
  ibm866: 'CP866',
  'x-mac-cyrillic': 'MAC-CYRILLIC',
  ...Object.fromEntries([0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) => [`windows-125${n}`, `CP125${n}`])),
};

/** A text in this encoding, written by iconv, without a mark; throws for a text that it cannot express. */
export function encodeText(text: string, encoding: TextEncoding): Uint8Array {
  const { status, stdout, stderr } = spawnSync('iconv', ['-f', 'UTF-8', '-t', ICONV[encoding] ?? encoding], {
    input: text,
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`iconv: ${stderr.toString()}`);
  return new Uint8Array(stdout);
}
