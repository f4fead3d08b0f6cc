import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';
import { onlyCharacters } from '../digits.ts';
import type { SymbolEncoder } from '../types.ts';
import { encodeMatrix } from './matrix.ts';
import { chosen } from '../catalog/options.ts';

/** The group separator, between the parts of a carrier's message (ISO/IEC 15434). */
const GS = '\u001d';
const LONGEST_POSTCODE = { digits: 9, letters: 6 };

/**
 * ISO/IEC 16023: standard (mode 4), with more error correction (mode 5), or preceded by a carrier's address (modes 2
 * and 3).
 */
export const encodeMaxicode: SymbolEncoder = (content, title, options) => {
  const mode = chosen('maxicode', options, 'mode');
  const message =
    mode === 'postal' ? postalMessage(content, title) : ok({ mode: mode === 'enhanced' ? 5 : 4, content });
  if (!message.ok) return message;
  return encodeMatrix({
    symbology: 'maxicode',
    title,
    encoder: 'maxicode',
    encoderOptions: { mode: message.value.mode },
    content: message.value.content,
    // ISO/IEC 16023, 4.10: a quiet zone of one module on all sides.
    quiet: 1,
    capacity: { digits: 138, text: 93, bytes: 93 },
    lattice: 'hexagonal',
  });
};

/**
 * Reads postcode, country and service class, one per line, followed by the message. A postcode of digits only uses mode
 * 2, others mode 3.
 */
function postalMessage(content: string, title: string): Result<{ readonly mode: 2 | 3; readonly content: string }> {
  const [postcode = '', country = '', service = '', ...rest] = content.split(content.includes(GS) ? GS : /\r?\n/);
  const numeric = /^\d+$/.test(postcode);
  const longest = numeric ? LONGEST_POSTCODE.digits : LONGEST_POSTCODE.letters;
  const checked = onlyCharacters(postcode, /[0-9A-Z]/, title);
  if (!checked.ok) return checked;
  if (postcode.length > longest) {
    return err(problem('symbol.tooLong', { symbology: title, actual: postcode.length, most: longest }));
  }
  for (const code of [country, service]) {
    if (!/^\d{3}$/.test(code)) return err(problem('symbol.carrier', { symbology: title, code }));
  }
  // Readers return all six places of a postcode with letters.
  const padded = numeric ? postcode : postcode.padEnd(LONGEST_POSTCODE.letters);
  return ok({ mode: numeric ? 2 : 3, content: [padded, country, service, rest.join('\n')].join(GS) });
}
