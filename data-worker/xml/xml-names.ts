/**
 * Names of up to three bytes as one number, which says the name exactly. A longer name gives a number of which only the
 * last bytes count and which never equals a short one.
 */
export function nameCode(name: string): number {
  let code = 0;
  for (let i = 0; i < name.length; i++) code = pushNameByte(code, name.charCodeAt(i));
  return code;
}

/** Bit 30 marks what has had more than three bytes. */
const LONG = 1 << 30;

export function pushNameByte(code: number, byte: number): number {
  return (code & (LONG | 0xff0000)) === 0 ? (code << 8) | byte : LONG | ((code << 8) & 0xffffff) | byte;
}
