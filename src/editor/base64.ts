const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** Characters joined at a time: keeps the list of parts short for images of megabytes. */
const CHUNK = 0x6000;

/** RFC 4648, section 4. Here because this room has neither DOM nor Node. */
export function bytesToBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let start = 0; start < bytes.length; start += CHUNK) {
    let part = '';
    const end = Math.min(bytes.length, start + CHUNK);
    for (let i = start; i < end; i += 3) {
      const left = bytes.length - i;
      const bits = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
      part += ALPHABET.charAt(bits >> 18) + ALPHABET.charAt((bits >> 12) & 63);
      part += left > 1 ? ALPHABET.charAt((bits >> 6) & 63) : '=';
      part += left > 2 ? ALPHABET.charAt(bits & 63) : '=';
    }
    parts.push(part);
  }
  return parts.join('');
}

/** Null when the text is not base64. */
export function base64ToBytes(text: string): Uint8Array | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  let at = 0;
  for (let i = 0; i < text.length; i += 4) {
    let bits = 0;
    for (let j = 0; j < 4; j++) bits = (bits << 6) | Math.max(0, ALPHABET.indexOf(text.charAt(i + j)));
    for (let shift = 16; shift >= 0 && at < bytes.length; shift -= 8) bytes[at++] = (bits >> shift) & 255;
  }
  return bytes;
}
