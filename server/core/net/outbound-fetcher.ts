import { err, type Result } from '#model/kernel/result.ts';
import type { Db } from '../database/open-database.ts';
import { apiError, type ApiError } from '../api-error.ts';
import type { Problem } from '#model/kernel/problem.ts';
import { fetchPicture, pictureLimits } from './fetch-picture.ts';
import type { AddressPolicy } from './address-policy.ts';
import { fetchFile, type FetchedFile } from './fetch-file.ts';
import { type FetchFault, apiErrorOfFault } from './fetch-errors.ts';
import { postMessage, type Message } from './post-message.ts';
import { beginFetch, endFetch } from './fetch-quota.ts';
import type { NetLimits } from './net-limits.ts';

/** Fetches files from addresses that users enter, within the limits. */
export interface OutboundFetcher {
  readonly limits: NetLimits;
  /** Fetches a file for a user and returns the result of `use`; the user's slot is free again once that has settled. */
  readonly withFile: <T>(
    asked: { readonly userId: string; readonly address: string; readonly signal: AbortSignal },
    use: (file: FetchedFile) => Promise<Result<T, ApiError>>,
  ) => Promise<Result<T, ApiError>>;
  /** The picture of a row at an address, within limits of its own. */
  readonly picture: (address: string, signal: AbortSignal) => Promise<Result<Uint8Array, Problem>>;
  /** Does work that counts as a fetch of the user; the slot is free again once it has settled. */
  readonly inPlace: <T>(userId: string, work: () => Promise<Result<T, ApiError>>) => Promise<Result<T, ApiError>>;
  /** Sends a message to an address that a user has entered. */
  readonly send: (address: string, message: Message, signal: AbortSignal) => Promise<Result<null, FetchFault>>;
}

export interface OutboundFetcherOptions {
  readonly db: Db;
  readonly now: () => number;
  readonly policy: AddressPolicy;
  readonly limits: NetLimits;
}

const RETRY_SECONDS = 5;

export function createOutboundFetcher({ db, now, policy, limits }: OutboundFetcherOptions): OutboundFetcher {
  /** Of this process, which needs memory for them; a user's own are counted in the database. */
  let running = 0;
  const inPlace: OutboundFetcher['inPlace'] = async (userId, work) => {
    if (running >= limits.inAll) return err(apiError('busy', 'server.busy', { seconds: RETRY_SECONDS }));
    running++;
    try {
      const begun = await beginFetch(db, limits, userId, now());
      if (!begun.ok) return begun;
      try {
        return await work();
      } finally {
        await endFetch(db, begun.value, now());
      }
    } finally {
      running--;
    }
  };
  return {
    limits,
    inPlace,
    picture: (address, signal) => fetchPicture(address, { policy, limits: pictureLimits(limits), signal }),
    send: (address, message, signal) => postMessage(address, message, { policy, limits, signal }),
    withFile: ({ userId, address, signal }, use) =>
      inPlace(userId, async () => {
        const file = await fetchFile(address, { policy, limits, signal });
        return file.ok ? use(file.value) : err(apiErrorOfFault(file.error));
      }),
  };
}
