/**
 * Searches for a text of `length` bytes (at least 1) in `count` bytes; a byte matches when it equals that of `lower` or
 * of `upper` at its place. Writes the starts of occurrences to `found`, as 32 bits each, relative to `from`, and
 * returns their number. Reads up to `length` + 16 bytes after the given ones.
 */
export function findText(from: usize, count: i32, lower: usize, upper: usize, length: i32, found: usize): i32 {
  const last = <usize>(length - 1);
  const end = from + count - last;
  const headLower = i8x16.splat(load<i8>(lower));
  const headUpper = i8x16.splat(load<i8>(upper));
  const tailLower = i8x16.splat(load<i8>(lower + last));
  const tailUpper = i8x16.splat(load<i8>(upper + last));
  let to = found;
  for (let p = from; p < end; p += 16) {
    const head = v128.load(p);
    const tail = v128.load(p + last);
    // Sixteen places at once: those where neither the first nor the last byte differs.
    let places = i8x16.bitmask(
      v128.and(
        v128.or(i8x16.eq(head, headLower), i8x16.eq(head, headUpper)),
        v128.or(i8x16.eq(tail, tailLower), i8x16.eq(tail, tailUpper)),
      ),
    );
    while (places !== 0) {
      const at = p + <usize>ctz(places);
      places &= places - 1;
      if (at >= end) break;
      if (!matches(at, lower, upper, last)) continue;
      store<u32>(to, <u32>(at - from));
      to += 4;
    }
  }
  return <i32>((to - found) >> 2);
}

/** Whether the bytes between the first and the last one match, too. */
function matches(at: usize, lower: usize, upper: usize, last: usize): bool {
  for (let i: usize = 1; i < last; i++) {
    const byte = load<u8>(at + i);
    if (byte !== load<u8>(lower + i) && byte !== load<u8>(upper + i)) return false;
  }
  return true;
}
