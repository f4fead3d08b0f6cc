/**
 * A number for a name. For names of up to three bytes it identifies the name exactly. For longer ones only the last
 * bytes count, and the number never equals that of a short name.
 */
export function nameCode(name: string): number {
  let code = 0;
  for (let i = 0; i < name.length; i++) code = pushNameByte(code, name.charCodeAt(i));
  return code;
}

/** Bit 30 is set for names of more than three bytes. */
const LONG = 1 << 30;

export function pushNameByte(code: number, byte: number): number {
  return (code & (LONG | 0xff0000)) === 0 ? (code << 8) | byte : LONG | ((code << 8) & 0xffffff) | byte;
}
