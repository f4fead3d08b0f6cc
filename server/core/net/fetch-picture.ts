import { setTimeout } from 'node:timers/promises';
import { createAddressPictures, type FetchPicture } from '#model/data/pictures/address-pictures.ts';
import { MAX_ROW_PICTURE_BYTES, shownPictureValue } from '#model/data/pictures/picture-value.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, type Result } from '#model/kernel/result.ts';
import { sniffImage } from '#model/template/embedded-image.ts';
import { isSvg } from '#model/template/svg/read-svg.ts';
import type { AddressPolicy } from './address-policy.ts';
import { fetchFile, type FetchOptions } from './fetch-file.ts';
import type { FetchFault } from './fetch-errors.ts';
import { NET_LIMITS, type NetLimits } from './net-limits.ts';

/** A row waits for its picture, so that it may take less time than a spreadsheet. */
const TOTAL_MS = 20_000;

/** The limits of one picture. */
export function pictureLimits(limits: NetLimits = NET_LIMITS): NetLimits {
  const bytes = Math.min(limits.bytes, MAX_ROW_PICTURE_BYTES);
  return { ...limits, bytes, totalMs: Math.min(limits.totalMs, TOTAL_MS) };
}

/** Fetches a picture under the same rule as other files: PNG, JPEG or SVG by its bytes, whatever the answer calls it. */
export async function fetchPicture(
  address: string,
  options: Pick<FetchOptions, 'policy' | 'limits' | 'signal'>,
): Promise<Result<Uint8Array, Problem>> {
  const file = await fetchFile(address, options);
  if (!file.ok) return err(pictureProblem(address, file.error));
  const { bytes } = file.value;
  const isPicture = sniffImage(bytes) !== null || isSvg(bytes);
  const name = shownPictureValue(address);
  return isPicture ? { ok: true, value: bytes } : err(problem('pictures.addressNoPicture', { address: name }));
}

function pictureProblem(text: string, fault: FetchFault): Problem {
  const address = shownPictureValue(text);
  switch (fault.type) {
    case 'status':
      return problem('pictures.addressStatus', { address, status: fault.status });
    case 'tooLarge':
      return problem('pictures.tooLarge', { name: address, maxMb: Math.floor(fault.limitBytes / 2 ** 20) });
    case 'tooSlow':
      return problem('pictures.addressSlow', { address });
    case 'aborted':
      return problem('aborted');
    default:
      return problem('pictures.addressUnreachable', { address });
  }
}

/** What fetches the pictures of one run. */
export function createPictureFetcher(policy: AddressPolicy, limits: NetLimits = pictureLimits()): FetchPicture {
  return createAddressPictures((address, signal) => fetchPicture(address, { policy, limits, signal }), {
    now: Date.now,
    wait: (ms, signal) => setTimeout(ms, undefined, { signal }).catch(() => undefined),
  });
}
