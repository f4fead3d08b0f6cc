import { gzip, Inflate } from 'pako';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { MarkupMeter } from './markup-meter.ts';

const PIECE_BYTES = 64 * 1024;

/** The compressed XML, as uploaded and stored in a `.tprts` file. */
export function packTemplate(xml: string): Uint8Array {
  return gzip(xml);
}

/**
 * The XML of a template file, compressed or plain, detected from the first bytes and not from the name. Problems:
 * `template.truncated`, `template.tooLarge`, `template.tooComplex`, `template.notXml`.
 */
export function unpackTemplate(bytes: Uint8Array): Result<string> {
  const packed = (bytes[0] === 0x1f && bytes[1] === 0x8b) || bytes[0] === 0x78;
  const plain = packed ? inflate(bytes) : metered(bytes);
  if (!plain.ok) return plain;
  try {
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(plain.value));
  } catch {
    return err(problem('template.notXml'));
  }
}

function metered(bytes: Uint8Array): Result<Uint8Array> {
  const beyond = new MarkupMeter().add(bytes);
  return beyond === null ? ok(bytes) : err(beyond);
}

function inflate(bytes: Uint8Array): Result<Uint8Array> {
  const inflator = new Inflate();
  const meter = new MarkupMeter();
  const pieces: Uint8Array[] = [];
  let size = 0;
  inflator.onData = (piece: Uint8Array): void => {
    size += piece.length;
    const beyond = meter.add(piece);
    // Throwing is the only way to stop pako in mid-stream. It is caught below.
    if (beyond !== null) throw new BeyondLimits(beyond);
    pieces.push(piece);
  };
  try {
    for (let at = 0; at < bytes.length && !inflator.ended; at += PIECE_BYTES) {
      inflator.push(bytes.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= bytes.length);
    }
  } catch (error) {
    if (error instanceof BeyondLimits) return err(error.problem);
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

class BeyondLimits extends Error {
  readonly problem: Problem;
  constructor(beyond: Problem) {
    super(beyond.code);
    this.problem = beyond;
  }
}
