import { Check } from 'typebox/value';
import { err, ok, type Result } from '#model/kernel/result.ts';
import {
  API_CODES,
  CONVERSION_POLL_MS,
  officeConversion,
  UPLOAD_OFFICE_PATH,
  UPLOAD_TOKEN_SCHEME,
  type ConversionProblemName,
  type OfficeAvailability,
  type OfficeConversion,
} from '#protocol/api.ts';
import { startTimer, stopTimer } from './idle.ts';
import type { ApiClient, ApiResult, CallOptions } from './api/api-client.ts';
import { envelopeProblem, transportProblem, type ApiProblem } from './api/api-problem.ts';
import { readEnvelope } from './api/read-envelope.ts';
import type { sendForm } from './api/send-form.ts';

export type ConversionProgress =
  | { readonly type: 'sending'; readonly sent: number; readonly total: number }
  /** `place` conversions are before it. */
  | { readonly type: 'queued'; readonly place: number }
  | { readonly type: 'converting' }
  | { readonly type: 'fetching' };

export interface ConvertOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ConversionProgress) => void;
}

export interface ConvertedFile {
  readonly pdf: Uint8Array;
  readonly pages: number;
}

/**
 * `conversion` is the reason why the file itself could not be converted; the message is the server's, in the user's
 * language.
 */
export interface ConversionFault extends ApiProblem {
  readonly conversion?: ConversionProblemName;
}

/** Converts office files to PDF on the server. No part of a file stays there once its promise has settled. */
export interface OfficeConverter {
  /** Whether this server can convert, and if not, what its operator has to do. */
  readonly availability: (options?: CallOptions) => Promise<ApiResult<OfficeAvailability>>;
  /**
   * Sends the file, waits for its turn and downloads the PDF. Settles: the server ends every conversion after a
   * timeout, and a server that is unreachable for `AWAY_LIMIT_MS` ends it here.
   */
  readonly convert: (file: File, options: ConvertOptions) => Promise<Result<ConvertedFile, ConversionFault>>;
}

export interface OfficeConverterOptions {
  readonly api: Pick<ApiClient, 'call' | 'fetchFile'>;
  readonly send: typeof sendForm;
  readonly language: () => string;
  /** Called with the server's message when there is no session (301). */
  readonly onSignedOut: (message: string) => void;
  /** Additional headers of the upload. */
  readonly headers?: () => Readonly<Record<string, string>>;
  /** Settles after that time, or when the signal aborts. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** A restarted server still has its conversions; it is polled for this long. */
export const AWAY_LIMIT_MS = 30_000;

export function createOfficeConverter(options: OfficeConverterOptions): OfficeConverter {
  const { api, wait = sleep } = options;

  async function follow(
    id: string,
    first: OfficeConversion,
    how: ConvertOptions,
  ): Promise<ApiResult<OfficeConversion>> {
    let conversion = first;
    let awayMs = 0;
    while (conversion.state === 'queued' || conversion.state === 'converting') {
      const { state, place } = conversion;
      how.onProgress(state === 'queued' ? { type: state, place } : { type: state });
      await wait(CONVERSION_POLL_MS, how.signal);
      const answer = await api.call('conversionState', { id }, { signal: how.signal, quiet: true });
      if (answer.ok) {
        conversion = answer.value;
        awayMs = 0;
      } else if (how.signal.aborted || answer.error.apiCode !== null || awayMs >= AWAY_LIMIT_MS) {
        return answer;
      } else {
        awayMs += CONVERSION_POLL_MS;
      }
    }
    return ok(conversion);
  }

  return {
    availability: (how = {}) => api.call('officeAvailability', {}, how),
    async convert(file, how) {
      const sent = await upload(options, file, how);
      if (!sent.ok) return sent;
      const { id } = sent.value;
      try {
        const ended = await follow(id, sent.value, how);
        if (!ended.ok) return ended;
        const { state, problem, message, url, pages } = ended.value;
        if (state !== 'done') return err(faultOf(problem, message));
        how.onProgress({ type: 'fetching' });
        const pdf = await api.fetchFile(url, { signal: how.signal });
        return pdf.ok ? ok({ pdf: pdf.value, pages }) : pdf;
      } finally {
        // In any state; if this doesn't arrive, the server deletes it later.
        void api.call('endConversion', { id }, { quiet: true });
      }
    },
  };
}

async function upload(
  { api, send, language, headers, onSignedOut }: OfficeConverterOptions,
  file: File,
  { signal, onProgress }: ConvertOptions,
): Promise<ApiResult<OfficeConversion>> {
  const token = await api.call('uploadToken', {}, { signal, quiet: true });
  if (!token.ok) return token;
  const form = new FormData();
  form.set('file', file, file.name);
  const authorization = `${UPLOAD_TOKEN_SCHEME} ${token.value.data}`;
  const sent = await send(
    UPLOAD_OFFICE_PATH,
    form,
    { ...headers?.(), language: language(), platform: 'web', authorization },
    { signal, onProgress: (done, total) => onProgress({ type: 'sending', sent: done, total }) },
  );
  if (!sent.ok) return sent;
  const envelope = readEnvelope(sent.value);
  if (envelope === null) return err(transportProblem('server.badAnswer'));
  if (envelope.code === API_CODES.signedOut) onSignedOut(envelope.message);
  if (envelope.code !== API_CODES.success) return err(envelopeProblem(envelope, null));
  return Check(officeConversion, envelope.data) ? ok(envelope.data) : err(transportProblem('server.badAnswer'));
}

function faultOf(conversion: OfficeConversion['problem'], message: string): ConversionFault {
  const fault = transportProblem('server.said', message);
  return conversion === '' ? fault : { ...fault, conversion };
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      stopTimer(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = startTimer(end, ms);
    signal.addEventListener('abort', end);
  });
}
