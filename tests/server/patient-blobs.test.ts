import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { BlobMissing, StorageAway, type BlobStore } from '#server/core/files/blob-store.ts';
import { openFolderBlobs } from '#server/core/files/folder-blobs.ts';
import { patientBlobs } from '#server/core/files/patient-blobs.ts';
import { openRunParts, putRunFile } from '#server/runs/run-files.ts';
import { createTestFolder } from './create-test-server.ts';

const BYTES = Buffer.from('0123456789');
const KEY = '20261127abcdefghjkmnpqrs.run';

/** A storage that is unavailable for so many calls. */
async function stumbling(times: number): Promise<{ readonly blobs: BlobStore; readonly calls: () => number }> {
  const whole = openFolderBlobs(await createTestFolder());
  let calls = 0;
  const blobs: BlobStore = {
    ...whole,
    put: (key, bytes, signal) =>
      ++calls <= times ? Promise.reject(new StorageAway('it rains')) : whole.put(key, bytes, signal),
  };
  return { blobs, calls: () => calls };
}

function* half(): Generator<Buffer> {
  yield BYTES.subarray(0, 5);
  throw new StorageAway('response was interrupted');
}

const never = (): AbortSignal => new AbortController().signal;

test('a call that fails because the storage is away is retried, and no byte is returned twice', async () => {
  const { blobs, calls } = await stumbling(2);
  await patientBlobs(blobs, never()).put(KEY, BYTES);
  expect(calls()).toBe(3);

  let opened = 0;
  const breaking: BlobStore = {
    ...blobs,
    open: (key) => (++opened <= 2 ? Readable.from(half()) : blobs.open(key)),
  };
  expect(await buffer(patientBlobs(breaking, never()).open(KEY))).toEqual(BYTES);
  expect(opened).toBe(3);
});

test('it does not wait for permanent errors, beyond its limit, or at shutdown', async () => {
  const { blobs, calls } = await stumbling(1_000);
  await expect(patientBlobs(blobs, never(), 0).put(KEY, BYTES)).rejects.toThrow(StorageAway);
  expect(calls()).toBe(1);

  const whole = openFolderBlobs(await createTestFolder());
  await expect(buffer(patientBlobs(whole, never()).open(KEY))).rejects.toThrow(BlobMissing);

  for (const who of ['closing', 'job'] as const) {
    const [closing, job] = [new AbortController(), new AbortController()];
    const waiting = patientBlobs(blobs, closing.signal).put(KEY, BYTES, job.signal);
    setTimeout(() => (who === 'closing' ? closing : job).abort(), 20);
    await expect(waiting).rejects.toThrow(StorageAway);
  }
});

test('the parts of a file are read in order, and without one of them there is no file', async () => {
  const blobs = openFolderBlobs(await createTestFolder());
  const parts = [BYTES.subarray(0, 4), BYTES.subarray(4, 8), BYTES.subarray(8)];
  const files = await Promise.all(parts.map((part, i) => putRunFile(blobs, '20261127abcdefgh', 'pages', i, part)));
  expect(await buffer(openRunParts(blobs, files))).toEqual(Buffer.from(BYTES));
  await blobs.delete(files[1]?.key ?? '');
  await expect(buffer(openRunParts(blobs, files))).rejects.toThrow(BlobMissing);
});
