import { mode, type Mode, type ModeFactory } from 'lean-qr';
import type { SymbolEncoder } from '../types.ts';
import { checkedGs1 } from '../gs1/checked.ts';
import { digitalLink } from '../gs1/digital-link.ts';
import { gs1ElementString, gs1Text } from '../gs1/gs1-data.ts';
import { qrSymbol } from './qr.ts';
import { textMode } from './qr-modes.ts';

/** ISO/IEC 18004, 7.4.8.2: the mode indicator for FNC1 in first position. */
const FNC1_FIRST = 0b0101;

/** In a symbol with FNC1, a `%` in alphanumeric mode is a separator. A real `%` is therefore encoded as a byte. */
const ALPHANUMERIC: ModeFactory = Object.assign((text: string): Mode => mode.alphaNumeric(text), {
  test: (text: string): boolean => text !== '%' && mode.alphaNumeric.test(text),
  est: mode.alphaNumeric.est,
});

const MODES = [mode.numeric, ALPHANUMERIC, mode.ascii];

/** QR with GS1 element strings (GS1 General Specifications 5.7). */
export const encodeGs1Qr: SymbolEncoder = (content, title, options) => {
  const fields = checkedGs1(content, title, 'here');
  if (!fields.ok) return fields;
  return qrSymbol(
    {
      symbology: 'gs1-qr',
      title,
      content,
      text: gs1Text(fields.value),
      encoded: gs1ElementString(fields.value),
      modeOf: (text) => mode.multi((data) => data.push(FNC1_FIRST, 4), mode.auto(text, { modes: MODES })),
    },
    options,
  );
};

/** QR with a GS1 Digital Link URI, which may be typed as bracketed data. Readers return the URI. */
export const encodeDigitalLink: SymbolEncoder = (content, title, options) => {
  const link = digitalLink(content, title);
  if (!link.ok) return link;
  const uri = link.value;
  return qrSymbol(
    { symbology: 'digital-link', title, content: uri, text: uri, encoded: uri, modeOf: textMode },
    options,
  );
};
