import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { XMLParser } from 'fast-xml-parser';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { BlobDamaged, BlobMissing, FILE_KEY, StorageAway, type BlobInfo, type BlobStore } from './blob-store.ts';
import { SettingFault } from '../setting-fault.ts';
import { S3Client, S3Refusal, type S3Settings } from './s3-client.ts';

const DIGEST_HEADER = 'x-amz-meta-sha256';

/** What ListObjectsV2 answers, as far as it is used. */
const Listing = Type.Object({
  Contents: Type.Array(Type.Object({ Key: Type.String(), LastModified: Type.String() })),
  NextContinuationToken: Type.Optional(Type.String()),
});

/**
 * Blobs as the objects of a bucket, which is there already. Throws where it can't be used, with the setting that is wrong;
 * never with the secret.
 */
export async function openS3Blobs(settings: S3Settings): Promise<BlobStore> {
  const closing = new AbortController();
  const client = new S3Client(settings, closing.signal);
  await checkBucket(client, settings);
  return {
    async put(key, bytes, signal) {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const headers = {
        'content-type': 'application/octet-stream',
        // Signed with the request, and so checked by the storage as it reads the body.
        'x-amz-content-sha256': sha256,
        'content-md5': createHash('md5').update(bytes).digest('base64'),
        [DIGEST_HEADER]: sha256,
        ...(settings.serverSideEncryption === null
          ? {}
          : { 'x-amz-server-side-encryption': settings.serverSideEncryption }),
      };
      if ((await client.send({ method: 'PUT', path: key, headers, body: bytes, signal })) === null) {
        throw new S3Refusal(404, 'NoSuchBucket');
      }
    },
    open(key, range) {
      const broken = new AbortController();
      const headers = range === undefined ? {} : { range: `bytes=${range.start}-${range.end}` };
      const read = async function* (): AsyncGenerator<Uint8Array> {
        const response = await client.send({ method: 'GET', path: key, headers, signal: broken.signal });
        if (response === null) throw new BlobMissing(key);
        const digest = createHash('sha256');
        for await (const chunk of bodyOf(response)) {
          digest.update(chunk);
          yield chunk;
        }
        const wanted = response.headers.get(DIGEST_HEADER);
        if (range === undefined && wanted !== null && digest.digest('hex') !== wanted) throw new BlobDamaged(key);
      };
      const stream = Readable.from(read(), { objectMode: false });
      return stream.once('close', () => broken.abort());
    },
    exists: async (key, signal) => (await client.send({ method: 'HEAD', path: key, signal })) !== null,
    async delete(key, signal) {
      await client.send({ method: 'DELETE', path: key, signal });
    },
    list: (signal) => listAll(client, settings.prefix, signal),
    // A put is one request: the storage keeps all of it or nothing.
    removeDrafts: () => Promise.resolve(),
    isUsable: (signal) =>
      // No file is called so: that the storage answers is enough.
      client.send({ method: 'HEAD', path: 'probe', signal }).then(
        () => true,
        () => false,
      ),
    close: () => closing.abort(new StorageAway('the server is closing')),
  };
}

async function* bodyOf(response: Response): AsyncGenerator<Uint8Array> {
  if (response.body === null) return;
  try {
    yield* response.body as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw new StorageAway('an answer broke off', { cause: error });
  }
}

async function* listAll(client: S3Client, prefix: string, signal?: AbortSignal): AsyncGenerator<BlobInfo> {
  // The only element that may come once or often.
  const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'Contents' });
  let token: string | undefined;
  do {
    const query = { 'list-type': '2', prefix, ...(token === undefined ? {} : { 'continuation-token': token }) };
    const response = await client.send({ method: 'GET', path: '', query, signal });
    if (response === null) throw new S3Refusal(404, 'NoSuchBucket');
    const { ListBucketResult: result } = parser.parse(await response.text()) as { ListBucketResult?: object };
    const page: unknown = { Contents: [], ...result };
    if (!Value.Check(Listing, page)) throw new StorageAway('a list of objects that is none');
    for (const { Key, LastModified } of page.Contents) {
      const key = Key.slice(prefix.length);
      if (Key.startsWith(prefix) && FILE_KEY.test(key)) yield { key, putAt: Date.parse(LastModified) };
    }
    token = page.NextContinuationToken;
  } while (token !== undefined);
}

async function checkBucket(client: S3Client, { endpoint, bucket }: S3Settings): Promise<void> {
  const missing = `S3_BUCKET: there is no bucket "${bucket}" at ${endpoint}.`;
  try {
    const query = { 'list-type': '2', 'max-keys': '1' };
    const response = await client.send({ method: 'GET', path: '', query });
    if (response === null) throw new SettingFault(missing);
    await response.text();
  } catch (error) {
    if (error instanceof StorageAway) {
      throw new SettingFault(`S3_ENDPOINT: ${endpoint} can't be used. ${error.message}`, { cause: error });
    }
    if (!(error instanceof S3Refusal)) throw error;
    if (error.s3Code === 'NoSuchBucket') throw new SettingFault(missing, { cause: error });
    if (error.status !== 401 && error.status !== 403) throw error;
    const line = `S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: ${endpoint} does not let us use the bucket "${bucket}"`;
    throw new SettingFault(`${line} (${error.s3Code}).`, { cause: error });
  }
}
