/**
 * Characters that need no glyph: line ends, tabs (set as spaces), joiners, direction marks, variation selectors,
 * the byte-order mark. (Unicode's default ignorables, as far as they occur in text.)
 */
export function isInvisible(code: number): boolean {
  return (
    code === 0x09 ||
    code === 0x0a ||
    code === 0x0d ||
    code === 0xad ||
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x2028 && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x206f) ||
    (code >= 0xfe00 && code <= 0xfe0f) ||
    code === 0xfeff ||
    (code >= 0xe0100 && code <= 0xe01ef)
  );
}

/** Control characters without a meaning in a text that no font shows. Line ends and tabs are not among them. */
export function isStrayControl(code: number): boolean {
  return (code < 0x20 && !isInvisible(code)) || (code >= 0x7f && code <= 0x9f);
}
