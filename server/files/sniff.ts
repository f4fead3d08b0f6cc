import { setImmediate } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { MarkupMeter } from '#model/template/markup-meter.ts';
import { UPLOAD_LIMITS } from '#protocol/api.ts';
import { invalid, type Refusal } from '../outcomes/outcome.ts';

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const GZIP_SIGNATURE = Buffer.from([0x1f, 0x8b]);
/** Enough of a document to reach its first element. */
const PROLOGUE_BYTES = 4096;
/** Looked through at a time. */
const TURN_BYTES = 2 ** 20;

/** Checks the header only. Nothing is decoded, so a picture that would fill the memory costs nothing. */
export function checkPreview(bytes: Buffer): Refusal | null {
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

/** Tells the packed form (.tprts: gzip) from the plain one (.tprt: XML), and refuses anything else. */
export async function sniffTemplate(bytes: Buffer): Promise<Result<'tprt' | 'tprts', Refusal>> {
  if (!bytes.subarray(0, 2).equals(GZIP_SIGNATURE)) {
    if (!startsAsXml(bytes)) return err(NOT_TEMPLATE);
    return (await isReadable(bytes)) ? ok('tprt') : err(TOO_COMPLEX);
  }
  const unpacked = await unpackedPrologue(bytes);
  if (!unpacked.ok) return unpacked;
  return startsAsXml(unpacked.value) ? ok('tprts') : err(NOT_TEMPLATE);
}

/** Others have their turn between the parts of a long one. */
async function isReadable(bytes: Buffer): Promise<boolean> {
  const meter = new MarkupMeter();
  for (let from = 0; from < bytes.length; from += TURN_BYTES) {
    if (meter.add(bytes.subarray(from, from + TURN_BYTES)) !== null) return false;
    await setImmediate();
  }
  return true;
}

const NOT_TEMPLATE = invalid('file', 'upload.notTemplate');
const TOO_COMPLEX = invalid('file', 'upload.templateTooComplex');

function startsAsXml(bytes: Buffer): boolean {
  const start = bytes
    .toString('utf8', 0, PROLOGUE_BYTES)
    .replace(/^\uFEFF/, '')
    .trimStart();
  // A document type can define entities that grow without end; no template has one.
  return /^<[?A-Za-z]/.test(start) && !/<!DOCTYPE/i.test(start);
}

/**
 * Unpacks to the end to see that it is whole and no more than a client can read, keeping only the start. It goes
 * through in pieces, so that a bomb is never in memory whole.
 */
async function unpackedPrologue(bytes: Buffer): Promise<Result<Buffer, Refusal>> {
  const gunzip = createGunzip();
  const kept: Buffer[] = [];
  let keptBytes = 0;
  const meter = new MarkupMeter();
  gunzip.end(bytes);
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      const beyond = meter.add(chunk);
      if (beyond !== null) return err(beyond.code === 'template.tooComplex' ? TOO_COMPLEX : NOT_TEMPLATE);
      if (keptBytes < PROLOGUE_BYTES) {
        kept.push(chunk);
        keptBytes += chunk.length;
      }
    }
  } catch {
    // The file is no gzip after all, or cut off.
    return err(NOT_TEMPLATE);
  }
  return ok(Buffer.concat(kept));
}
