import { deflateRawSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import type { ByteSource } from '#data-worker/byte-source.ts';
import { readEntry } from '#data-worker/read-zip-entry.ts';
import { DEFLATED } from '#model/kernel/zip-layout.ts';
import type { ZipEntry } from '#data-worker/zip-directory.ts';

const LOCAL_BYTES = 30;

test('a truncated part is reported as damaged while the worker handles other messages, and fails nowhere else', async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));
  const whole = deflateRawSync(Uint8Array.from({ length: 400_000 }, (_, i) => (i * 2654435761) >>> 24));
  const packed = whole.subarray(0, whole.length >> 1);
  const file = new Uint8Array(LOCAL_BYTES + packed.length);
  new DataView(file.buffer).setUint32(0, 0x04034b50, true);
  file.set(packed, LOCAL_BYTES);
  const source: ByteSource = {
    size: file.length,
    read: (start, end) => Promise.resolve(file.slice(start, end)),
  };
  const name = 'sheet.xml';
  const entry: ZipEntry = {
    name,
    written: name,
    offset: 0,
    end: file.length,
    method: DEFLATED,
    packedBytes: packed.length,
    bytes: 400_000,
    crc: 0,
  };
  // Longer than the interval at which the worker handles messages: the end of the part comes during one.
  const slow = (): null => {
    const until = performance.now() + 30;
    while (performance.now() < until);
    return null;
  };
  const read = await readEntry(source, entry, slow, { maxBytes: 1e6 });
  expect(read).toMatchObject({ ok: false, error: { code: 'data.unreadable' } });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(unhandled).toEqual([]);
});
