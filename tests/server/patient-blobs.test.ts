import { buffer } from 'node:stream/consumers';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { BlobMissing, StorageAway, type BlobStore } from '#server/core/files/blob-store.ts';
import { openFolderBlobs } from '#server/core/files/folder-blobs.ts';
import { patientBlobs } from '#server/core/files/patient-blobs.ts';
import { openRunParts, putRunParts } from '#server/runs/run-files.ts';
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

test('a file is stored in parts and returned unchanged, with any length', async () => {
  const folder = await createTestFolder();
  const blobs = openFolderBlobs(await createTestFolder());
  const path = join(folder, 'pages');
  for (const [length, parts] of [
    [1, 1],
    [4, 1],
    [5, 2],
    [8, 2],
    [10, 3],
  ] as const) {
    const bytes = BYTES.subarray(0, length);
    await writeFile(path, bytes);
    const files = await putRunParts(blobs, '20261127abcdefgh', 'pages', path, undefined, 4);
    expect(files.map(({ place }) => place)).toEqual(Array.from({ length: parts }, (_, i) => i));
    expect(files.reduce((sum, file) => sum + file.bytes, 0)).toBe(length);
    expect(await buffer(openRunParts(blobs, files))).toEqual(bytes);
  }
  const [first, ...others] = await putRunParts(blobs, '20261127abcdefgh', 'pages', path, undefined, 4);
  await blobs.delete(others[0]?.key ?? '');
  expect(first).toBeDefined();
  await expect(buffer(openRunParts(blobs, [first ?? { key: '' }, ...others]))).rejects.toThrow(BlobMissing);
});
