import { gzip, Inflate } from 'pako';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem } from '#model/kernel/problem.ts';

/** An inflated template larger than this is taken for a bomb. */
const INFLATED_LIMIT_BYTES = 64 * 1024 * 1024;
const PIECE_BYTES = 64 * 1024;

/** The XML, compressed: what is uploaded and what a `.tprts` file holds. */
export function packTemplate(xml: string): Uint8Array {
  return gzip(xml);
}

/**
 * The XML of a template file, packed or plain: told apart by the first bytes, not by the name.
 * Problems: `template.truncated`, `template.tooLarge`, `template.notXml`.
 */
export function unpackTemplate(bytes: Uint8Array): Result<string> {
  if (bytes.length > INFLATED_LIMIT_BYTES) return err(problem('template.tooLarge'));
  const packed = (bytes[0] === 0x1f && bytes[1] === 0x8b) || bytes[0] === 0x78;
  const plain = packed ? inflate(bytes) : ok(bytes);
  if (!plain.ok) return plain;
  try {
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(plain.value));
  } catch {
    return err(problem('template.notXml'));
  }
}

function inflate(bytes: Uint8Array): Result<Uint8Array> {
  const inflator = new Inflate();
  const pieces: Uint8Array[] = [];
  let size = 0;
  inflator.onData = (piece: Uint8Array): void => {
    size += piece.length;
    // The only way to stop pako in mid-stream; caught below.
    if (size > INFLATED_LIMIT_BYTES) throw new InflatedTooLarge();
    pieces.push(piece);
  };
  try {
    for (let at = 0; at < bytes.length && !inflator.ended; at += PIECE_BYTES) {
      inflator.push(bytes.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= bytes.length);
    }
  } catch (error) {
    if (error instanceof InflatedTooLarge) return err(problem('template.tooLarge'));
    throw error;
  }
  if (inflator.err !== 0 || !inflator.ended) return err(problem('template.truncated'));
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return ok(whole);
}

class InflatedTooLarge extends Error {}
