import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { XMLParser } from 'fast-xml-parser';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { BlobDamaged, BlobMissing, FILE_KEY, StorageAway, type BlobInfo, type BlobStore } from './blob-store.ts';
import { SettingFault } from '../setting-fault.ts';
import { S3_LIMITS, S3Client, S3Error, type S3Limits, type S3Settings } from './s3-client.ts';

const DIGEST_HEADER = 'x-amz-meta-sha256';
/** Objects of one page of the list, which is parsed in one step. */
const PAGE_KEYS = 500;
/** More pages than a bucket with 25 million files has. */
const MOST_PAGES = 50_000;
const NO_LIST = 'invalid object list';

/** The used fields of an answer of ListObjectsV2. */
const Listing = Type.Object({
  Contents: Type.Array(Type.Object({ Key: Type.String(), LastModified: Type.String() })),
  NextContinuationToken: Type.Optional(Type.String()),
});

/**
 * Stores blobs as the objects of an existing bucket. Throws where it can't be used, with the wrong setting; never with
 * the secret.
 */
export async function openS3Blobs(settings: S3Settings, limits: S3Limits = S3_LIMITS): Promise<BlobStore> {
  const closing = new AbortController();
  const client = new S3Client(settings, closing.signal, limits);
  await checkBucket(client, settings);
  return {
    async put(key, bytes, signal) {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const headers = {
        'content-type': 'application/octet-stream',
        // Signed with the request, so the storage verifies it while reading the body.
        'x-amz-content-sha256': sha256,
        'content-md5': createHash('md5').update(bytes).digest('base64'),
        [DIGEST_HEADER]: sha256,
        ...(settings.serverSideEncryption === null
          ? {}
          : { 'x-amz-server-side-encryption': settings.serverSideEncryption }),
      };
      const answer = await client.send({ method: 'PUT', path: key, headers, body: bytes, signal });
      if (answer === null) throw new S3Error(404, 'NoSuchBucket');
      await answer.body?.cancel();
    },
    open(key, range) {
      const broken = new AbortController();
      const headers = range === undefined ? {} : { range: `bytes=${range.start}-${range.end}` };
      const read = async function* (): AsyncGenerator<Uint8Array> {
        const response = await client.send({ method: 'GET', path: key, headers, signal: broken.signal });
        if (response === null) throw new BlobMissing(key);
        // A storage without support for ranges would return the beginning of the file.
        if (range !== undefined && response.status !== 206) throw new BlobDamaged(key);
        const digest = createHash('sha256');
        const most = range === undefined ? limits.bytes : range.end - range.start + 1;
        for await (const chunk of client.bodyOf(response, most)) {
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
      await (await client.send({ method: 'DELETE', path: key, signal }))?.body?.cancel();
    },
    list: (signal) => listAll(client, settings.prefix, signal),
    // A put is one request: the storage keeps all of it or nothing.
    removeDrafts: () => Promise.resolve(),
    isUsable: (signal) =>
      // No file has that name: any answer of the storage is enough.
      client.send({ method: 'HEAD', path: 'probe', signal }).then(
        () => true,
        () => false,
      ),
    close: () => closing.abort(new StorageAway('the server is closing')),
  };
}

async function* listAll(client: S3Client, prefix: string, signal?: AbortSignal): AsyncGenerator<BlobInfo> {
  let token: string | undefined;
  /** An earlier token, updated at growing distances: a token that repeats would loop forever (Brent's algorithm). */
  let mark: string | undefined;
  let pages = 0;
  do {
    const query = {
      'list-type': '2',
      'max-keys': String(PAGE_KEYS),
      prefix,
      ...(token === undefined ? {} : { 'continuation-token': token }),
    };
    const response = await client.send({ method: 'GET', path: '', query, signal });
    if (response === null) throw new S3Error(404, 'NoSuchBucket');
    const page = readPage(await client.textOf(response));
    for (const { Key, LastModified } of page.Contents) {
      const key = Key.slice(prefix.length);
      if (Key.startsWith(prefix) && FILE_KEY.test(key)) yield { key, putAt: Date.parse(LastModified) };
    }
    token = page.NextContinuationToken;
    pages++;
    if (token !== undefined && (token === mark || pages === MOST_PAGES)) throw new StorageAway(NO_LIST);
    if ((pages & (pages - 1)) === 0) mark = token;
  } while (token !== undefined);
}

function readPage(text: string): Static<typeof Listing> {
  // A document type may define entities, which grow when expanded.
  if (text.includes('<!')) throw new StorageAway(NO_LIST);
  // The only element that may occur once or several times.
  const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'Contents' });
  let page: unknown;
  try {
    const { ListBucketResult: result } = parser.parse(text) as { ListBucketResult?: object };
    page = result === undefined ? null : { Contents: [], ...result };
  } catch (error) {
    throw new StorageAway(NO_LIST, { cause: error });
  }
  if (!Value.Check(Listing, page)) throw new StorageAway(NO_LIST);
  return page;
}

async function checkBucket(client: S3Client, { endpoint, bucket }: S3Settings): Promise<void> {
  const missing = `S3_BUCKET: there is no bucket "${bucket}" at ${endpoint}.`;
  try {
    const query = { 'list-type': '2', 'max-keys': '1' };
    const response = await client.send({ method: 'GET', path: '', query });
    if (response === null) throw new SettingFault(missing);
    await client.textOf(response);
  } catch (error) {
    if (error instanceof StorageAway) {
      throw new SettingFault(`S3_ENDPOINT: ${endpoint} can't be used. ${error.message}`, { cause: error });
    }
    if (!(error instanceof S3Error)) throw error;
    if (error.s3Code === 'NoSuchBucket') throw new SettingFault(missing, { cause: error });
    if (error.status !== 401 && error.status !== 403) throw error;
    const line = `S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: ${endpoint} denies access to the bucket "${bucket}"`;
    throw new SettingFault(`${line} (${error.s3Code}).`, { cause: error });
  }
}
