import { setTimeout as wait } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { StorageAway } from './blob-store.ts';

/** Address and credentials of an S3-compatible storage. */
export interface S3Settings {
  /** Its address without the bucket. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
  /** Prefix of every key: empty, or a path that ends in `/`. */
  readonly prefix: string;
  /** Server-side encryption by the storage's own name: `AES256`, `aws:kms`; null for its default. */
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

/** Limits of one request. */
export interface S3Limits {
  readonly attempts: number;
  readonly firstPauseMs: number;
  /** Timeout of the answer's head, and between two pieces of its body. */
  readonly answerMs: number;
  /** Size of a file. The largest that is stored is a part of a run, of 64 MiB. */
  readonly bytes: number;
  /** Size of an answer that is read as text: a page of the list of objects, or an error. */
  readonly textBytes: number;
}

export const S3_LIMITS: S3Limits = {
  attempts: 4,
  firstPauseMs: 200,
  answerMs: 30_000,
  bytes: 1024 * 1024 * 1024,
  textBytes: 1024 * 1024,
};

/** Additional time for sent bytes: 5 Mbit/s. */
const SENT_BYTES_A_MS = 625;
/** Minimum rate of received bytes: 80 kbit/s. Time that the reader takes doesn't count. */
const RECEIVED_BYTES_A_MS = 10;
/** "Slow down", and statuses of a proxy in front of the storage. */
const AGAIN = new Set([408, 425, 429, 500, 502, 503, 504]);
const FULL = new Set(['QuotaExceeded', 'XMinioStorageFull', 'InsufficientCapacity']);

/** An error answer: `status` and the storage's own code, such as `NoSuchBucket`. */
export class S3Error extends Error {
  readonly status: number;
  readonly s3Code: string;
  /** `ENOSPC` where the storage is full, like the error of a full disk. */
  readonly code?: string;
  constructor(status: number, s3Code: string) {
    super(`the storage answered ${status}${s3Code === '' ? '' : ` (${s3Code})`}`);
    this.status = status;
    this.s3Code = s3Code;
    if (status === 507 || FULL.has(s3Code)) this.code = 'ENOSPC';
  }
}

/** Sends signed requests, with retries and growing pauses on temporary faults; `closing` aborts all of them. */
export class S3Client {
  readonly #settings: S3Settings;
  readonly #signer: AwsClient;
  readonly #closing: AbortSignal;
  readonly #limits: S3Limits;

  constructor(settings: S3Settings, closing: AbortSignal, limits: S3Limits) {
    this.#settings = settings;
    this.#closing = closing;
    this.#limits = limits;
    const { accessKeyId, secretAccessKey, region } = settings;
    this.#signer = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  }

  /** An answer of 2xx whose body is unread; null for 404. Rejects with `S3Error` or `StorageAway`. */
  async send(request: S3Request): Promise<Response | null> {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#attempt(request);
      if (!(answer instanceof StorageAway)) return answer;
      if (attempt === this.#limits.attempts) throw answer;
      const pause = this.#limits.firstPauseMs * 4 ** (attempt - 1) * (0.5 + Math.random());
      await wait(pause, undefined, { signal: this.#signalOf(request) }).catch(() => undefined);
    }
  }

  async #attempt(request: S3Request): Promise<Response | StorageAway | null> {
    const signal = this.#signalOf(request);
    signal.throwIfAborted();
    const slow = new AbortController();
    const sent = request.body?.length ?? 0;
    const timer = setTimeout(() => slow.abort(), this.#limits.answerMs + sent / SENT_BYTES_A_MS);
    try {
      const signed = await this.#signer.sign(this.#address(request), {
        method: request.method,
        ...(request.headers === undefined ? {} : { headers: { ...request.headers } }),
        ...(request.body === undefined ? {} : { body: request.body as Uint8Array<ArrayBuffer> }),
      });
      const response = await fetch(signed, {
        // Passed here and not with the request: a garbage-collected request loses its signal.
        signal: AbortSignal.any([signal, slow.signal]),
        // The settings define the storage's address: no other server gets signed requests, and the storage can't
        // redirect this server.
        redirect: 'manual',
      });
      if (response.ok) return response;
      const code = /<Code>(\w{1,64})<\/Code>/.exec(await this.textOf(response))?.[1] ?? '';
      if (response.status === 404 && code !== 'NoSuchBucket') return null;
      const refused = new S3Error(response.status, code);
      return AGAIN.has(response.status) ? new StorageAway(refused.message, { cause: refused }) : throwError(refused);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof S3Error) throw error;
      return new StorageAway(slow.signal.aborted ? 'no response in time' : reasonOf(error), { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * The bytes of an answer as they arrive. Rejects with `StorageAway` where they are interrupted, too slow or more than
   * `most`.
   */
  async *bodyOf(response: Response, most: number = this.#limits.bytes): AsyncGenerator<Uint8Array> {
    if (response.body === null) return;
    const reader = response.body.getReader();
    let [received, waitedMs] = [0, 0];
    try {
      for (;;) {
        const asked = performance.now();
        const leftMs = this.#limits.answerMs + received / RECEIVED_BYTES_A_MS - waitedMs;
        const { done, value } = await beforeLong(reader.read(), leftMs);
        waitedMs += performance.now() - asked;
        if (done) return;
        received += value.length;
        if (received > most) throw new StorageAway('response too large');
        yield value;
      }
    } catch (error) {
      throw error instanceof StorageAway ? error : new StorageAway('response was interrupted', { cause: error });
    } finally {
      // Also when the reader stops early.
      await reader.cancel().catch(() => undefined);
    }
  }

  /** An answer as text, of limited length. */
  async textOf(response: Response): Promise<string> {
    const parts: Uint8Array[] = [];
    for await (const part of this.bodyOf(response, this.#limits.textBytes)) parts.push(part);
    return Buffer.concat(parts).toString();
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

async function beforeLong<T>(work: Promise<T>, ms: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new StorageAway('no response in time')), Math.max(0, ms));
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

function throwError(error: Error): never {
  throw error;
}

/** Node's fetch throws "fetch failed" with the reason as its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || String(Reflect.get(error.cause, 'code')) : error.message;
}
