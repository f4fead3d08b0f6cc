import { setImmediate } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { MarkupMeter } from '#model/template/markup-meter.ts';
import { UPLOAD_LIMITS } from '#protocol/api.ts';
import { invalid, type ApiError } from '../api-error.ts';

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const GZIP_SIGNATURE = Buffer.from([0x1f, 0x8b]);
/** Enough of a document to reach its first element. */
const PROLOGUE_BYTES = 4096;
/** Measuring so much takes a millisecond. */
const PIECE_BYTES = 128 * 1024;

/** Checks the header only. Nothing is decoded, so a picture that would fill the memory costs nothing. */
export function checkPreview(bytes: Buffer): ApiError | null {
  const isPng =
    bytes.length >= 33 && bytes.subarray(0, 8).equals(PNG_SIGNATURE) && bytes.toString('latin1', 12, 16) === 'IHDR';
  if (!isPng) return invalid('file', 'upload.notPng');
  const width = bytes.readUInt32BE(16);
  const height = bytes.readUInt32BE(20);
  if (width === 0 || height === 0) return invalid('file', 'upload.notPng');
  const { imageMaxSidePx: side, imageMaxPixels } = UPLOAD_LIMITS;
  if (width > side || height > side || width * height > imageMaxPixels) {
    return invalid('file', 'upload.tooManyPixels', { side, megapixels: imageMaxPixels / 1_000_000 });
  }
  return null;
}

/**
 * Distinguishes the packed form (.tprts: gzip) from the plain one (.tprt: XML), and rejects anything else, and
 * templates that are larger than a client can read. Reads in pieces, so that a decompression bomb is never in memory as
 * a whole and other requests are served in between.
 */
export async function sniffTemplate(bytes: Buffer): Promise<Result<'tprt' | 'tprts', ApiError>> {
  const packed = bytes.subarray(0, 2).equals(GZIP_SIGNATURE);
  const meter = new MarkupMeter();
  let start = Buffer.alloc(0);
  try {
    for await (const piece of packed ? createGunzip().end(bytes) : piecesOf(bytes)) {
      if (start.length < PROLOGUE_BYTES) start = Buffer.concat([start, piece]);
      const beyond = meter.add(piece);
      if (beyond !== null) return err(beyond.code === 'template.tooComplex' ? TOO_COMPLEX : NOT_TEMPLATE);
    }
  } catch {
    // The file is not gzip, or truncated.
    return err(NOT_TEMPLATE);
  }
  return startsAsXml(start) ? ok(packed ? 'tprts' : 'tprt') : err(NOT_TEMPLATE);
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    yield bytes.subarray(at, at + PIECE_BYTES);
    await setImmediate();
  }
}

const NOT_TEMPLATE = invalid('file', 'upload.notTemplate');
const TOO_COMPLEX = invalid('file', 'upload.templateTooComplex');

function startsAsXml(bytes: Buffer): boolean {
  const start = bytes
    .toString('utf8', 0, PROLOGUE_BYTES)
    .replace(/^\uFEFF/, '')
    .trimStart();
  // A document type can define entities that grow endlessly; no template has one.
  return /^<[?A-Za-z]/.test(start) && !/<!DOCTYPE/i.test(start);
}
