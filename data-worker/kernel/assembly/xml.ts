/** Skips the whitespace between the tokens of formatted XML. */
export function skipBlanks(at: usize): usize {
  let p = at;
  while (isBlank(load<u8>(p))) p++;
  return p;
}

function isBlank(byte: u32): bool {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Skips an attribute `name="value"`. Returns its end, or 0 when it has another notation. */
export function skipAttribute(at: usize): usize {
  let p = at;
  while (true) {
    const byte: u32 = load<u8>(p);
    if (byte === 0x3d) break;
    // A blank, a quote, the end of the tag or of the bytes.
    if (byte <= 0x22 || byte === 0x27 || byte === 0x2f || byte === 0x3c || byte === 0x3e) return 0;
    p++;
  }
  if (p === at || load<u8>(p, 1) !== 0x22) return 0;
  p += 2;
  while (true) {
    const byte: u32 = load<u8>(p);
    if (byte === 0x22) return p + 1;
    if (byte === 0 || byte === 0x3c) return 0;
    p++;
  }
}

/** Skips a literal text. Returns the start of its end tag, or 0 when it has an entity or a CR. */
export function skipText(at: usize): usize {
  let p = at;
  while (true) {
    const byte: u32 = load<u8>(p);
    if (byte === 0x3c) return p;
    if (byte === 0x26 || byte === 0x0d || byte === 0) return 0;
    p++;
  }
}
