/** CRC-16 with the polynomial x^16 + x^12 + x^5 + 1 and the start 0 (XMODEM), the checksum of `Z64` data in ZPL. */
export function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021) & 0xffff;
  }
  return crc;
}
