import { setTimeout as wait } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { StorageAway } from './blob-store.ts';

/** Where an S3-compatible storage is, and who we are to it. */
export interface S3Settings {
  /** Its address without the bucket. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
  /** What every key begins with: empty, or a path that ends in `/`. */
  readonly prefix: string;
  /** How the storage encrypts what it keeps, by the name that it gives it: `AES256`, `aws:kms`; null for its own default. */
  readonly serverSideEncryption: string | null;
}

interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** Without the prefix; empty for the bucket itself. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly signal?: AbortSignal | undefined;
}

const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 200;
/** For the answer's head. */
const ANSWER_TIMEOUT_MS = 30_000;
/** And so much more for what is sent: 5 Mbit/s. */
const SENT_BYTES_A_MS = 625;
/** "Slow down", and what a proxy in front of the storage may say. */
const AGAIN = new Set([408, 425, 429, 500, 502, 503, 504]);
const FULL = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientCapacity']);

/** An answer that says no: `status` and the storage's own code, such as `NoSuchBucket`. */
export class S3Refusal extends Error {
  readonly status: number;
  readonly s3Code: string;
  /** `ENOSPC` where the storage is full, as of a disk. */
  readonly code?: string;
  constructor(status: number, s3Code: string) {
    super(`the storage answers ${status}${s3Code === '' ? '' : ` (${s3Code})`}`);
    this.status = status;
    this.s3Code = s3Code;
    if (status === 507 || FULL.has(s3Code)) this.code = 'ENOSPC';
  }
}

/** Signed requests, sent again with growing pauses where the storage stumbles; `closing` breaks all of them off. */
export class S3Client {
  readonly #settings: S3Settings;
  readonly #signer: AwsClient;
  readonly #closing: AbortSignal;

  constructor(settings: S3Settings, closing: AbortSignal) {
    this.#settings = settings;
    this.#closing = closing;
    const { accessKeyId, secretAccessKey, region } = settings;
    this.#signer = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  }

  /** An answer of 2xx whose body is still to be read; null for 404. Rejects with `S3Refusal` or `StorageAway`. */
  async send(request: S3Request): Promise<Response | null> {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#attempt(request);
      if (!(answer instanceof StorageAway)) return answer;
      if (attempt === ATTEMPTS) throw answer;
      const pause = FIRST_PAUSE_MS * 4 ** (attempt - 1) * (0.5 + Math.random());
      await wait(pause, undefined, { signal: this.#signalOf(request) }).catch(() => undefined);
    }
  }

  async #attempt(request: S3Request): Promise<Response | StorageAway | null> {
    const signal = this.#signalOf(request);
    signal.throwIfAborted();
    const slow = new AbortController();
    const sent = request.body?.length ?? 0;
    const timer = setTimeout(() => slow.abort(), ANSWER_TIMEOUT_MS + sent / SENT_BYTES_A_MS);
    try {
      const response = await this.#signer.fetch(this.#address(request), {
        method: request.method,
        ...(request.headers === undefined ? {} : { headers: { ...request.headers } }),
        ...(request.body === undefined ? {} : { body: request.body as Uint8Array<ArrayBuffer> }),
        signal: AbortSignal.any([signal, slow.signal]),
      });
      if (response.ok) return response;
      const code = /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1] ?? '';
      if (response.status === 404 && code !== 'NoSuchBucket') return null;
      const refused = new S3Refusal(response.status, code);
      return AGAIN.has(response.status) ? new StorageAway(refused.message, { cause: refused }) : throwError(refused);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof S3Refusal) throw error;
      return new StorageAway(slow.signal.aborted ? 'no answer in time' : reasonOf(error), { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  #signalOf({ signal }: S3Request): AbortSignal {
    return signal === undefined ? this.#closing : AbortSignal.any([this.#closing, signal]);
  }

  #address({ path, query }: S3Request): string {
    const { endpoint, bucket, prefix } = this.#settings;
    const key = path === '' ? '' : `/${prefix}${path}`;
    const address = new URL(`${endpoint.replace(/\/+$/, '')}/${bucket}${key}`);
    for (const [name, value] of Object.entries(query ?? {})) address.searchParams.set(name, value);
    return address.href;
  }
}

function throwError(error: Error): never {
  throw error;
}

/** Node's fetch says "fetch failed" and puts the reason behind it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || String(Reflect.get(error.cause, 'code')) : error.message;
}
