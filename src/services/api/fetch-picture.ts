import { shownPictureValue } from '#model/data/pictures/picture-value.ts';
import { problem, type Problem, type ProblemCode } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { API_CODES, NET_PICTURE_PATH } from '#protocol/api.ts';
import type { ApiProblem } from './api-problem.ts';
import type { ApiResult, Exchange } from './exchange.ts';
import { readEnvelope } from './read-envelope.ts';

/** The server's answer: the bytes, or its envelope as text. */
export interface PictureAnswer {
  readonly bytes: Uint8Array | null;
  readonly text: string;
  /** After how many seconds to ask again. */
  readonly retrySeconds: number;
}

/** The problems of pictures that the server names. */
const NAMED: readonly ProblemCode[] = [
  'pictures.addressUnreachable',
  'pictures.addressStatus',
  'pictures.addressSlow',
  'pictures.addressNoPicture',
  'pictures.tooLarge',
];

/** Asks the server for the picture at an address. */
export function askForPicture(
  exchange: Exchange,
  address: string,
  signal: AbortSignal,
): Promise<ApiResult<PictureAnswer>> {
  const request = {
    method: 'POST',
    path: NET_PICTURE_PATH,
    body: JSON.stringify({ PictureUrl: address }),
    headers: { 'content-type': 'application/json' },
  } as const;
  return exchange(request, signal, async (response) => {
    const isPicture = response.headers.get('content-type') === 'application/octet-stream';
    return {
      bytes: isPicture ? new Uint8Array(await response.arrayBuffer()) : null,
      text: isPicture ? '' : await response.text(),
      retrySeconds: Number(response.headers.get('retry-after') ?? 0),
    };
  });
}

/** The picture of an answer, or the problem of its row. `refused` reads an envelope with an error. */
export function pictureOf(
  address: string,
  answer: ApiResult<PictureAnswer>,
  refused: (text: string) => ApiProblem | null,
): Result<Uint8Array> {
  const unreachable = problem('pictures.addressUnreachable', { address: shownPictureValue(address) });
  if (!answer.ok) return err(answer.error.code === 'aborted' ? problem('aborted') : unreachable);
  const { bytes, text, retrySeconds } = answer.value;
  if (bytes !== null) return ok(bytes);
  const fault = refused(text);
  if (fault === null) return err(unreachable);
  if (fault.apiCode === API_CODES.busy || fault.apiCode === API_CODES.tooMany) {
    return err(problem('pictures.addressBusy', { address: shownPictureValue(address), seconds: retrySeconds }));
  }
  return err(namedIn(text) ?? (fault.apiCode === API_CODES.invalid ? unreachable : fault));
}

function namedIn(text: string): Problem | null {
  const data = readEnvelope(text)?.data;
  if (typeof data !== 'object' || data === null) return null;
  const { problem: named, ...params } = data as Readonly<Record<string, unknown>>;
  const code = NAMED.find((one) => one === named);
  if (code === undefined) return null;
  const known = Object.entries(params).filter(
    (each): each is [string, string | number] => typeof each[1] === 'string' || typeof each[1] === 'number',
  );
  return problem(code, Object.fromEntries(known));
}
