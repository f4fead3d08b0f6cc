import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NoResultError } from 'kysely';
import { API_CODES } from '#protocol/api.ts';
import { refuseSignedOut, requestSession } from './request-session.ts';
import { sendApiError } from './answers.ts';
import { message, requestLanguage } from '../core/messages.ts';
import { httpStatus, invalid, apiError, type ApiError } from '../core/api-error.ts';
import { isMissingReference, isUnavailable, isUnstorable, isNoSpace } from '../core/database/faults.ts';
import { StorageAway } from '../core/files/blob-store.ts';
import { TooManyAttempts } from './rate-counts.ts';
import { BARE_HEADERS } from './security-headers.ts';
import type { CoreServices } from '../core/services.ts';
import type { HttpServices } from './call.ts';

/** Called with errors that are not the client's. */
export interface ErrorListeners {
  /** Unexpected errors; `logger` is that of the request. */
  readonly onError: (error: Error, logger: FastifyBaseLogger) => void;
  readonly onNoSpace: () => void;
  /** The database or the file store can't be reached. */
  readonly onAway: (error: Error) => void;
}

const AWAY_SECONDS = 5;

/** Answers errors with an envelope: those before a handler is reached and those that a handler throws. */
export function addErrorAnswers(
  app: FastifyInstance,
  services: Pick<CoreServices, 'db' | 'now'> & Pick<HttpServices, 'cookies'>,
  { onError, onNoSpace, onAway }: ErrorListeners,
): void {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    // The account was deleted during the request.
    const missed = error instanceof NoResultError || isMissingReference(error);
    if (missed && (await requestSession(services, request)) === null) return refuseSignedOut(services, request, reply);
    const { refused, status } = apiErrorOf(error);
    if (refused.code === API_CODES.noSpace) onNoSpace();
    if (isAway(error)) onAway(error);
    // A client that disconnects during its request is not a fault of the server. (`request.raw.destroyed` only says
    // that its body was read.)
    if (refused.code === API_CODES.failed && !request.raw.socket.destroyed) onError(error, request.log);
    return sendApiError(reply, requestLanguage(request.headers), refused, status);
  });
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    answerBare(
      response,
      requestLanguage(request.headers),
      invalid('Expect', 'request.invalid', { field: 'Expect' }),
      417,
    );
  });
}

/** Errors of requests that are rejected before their route is known, and so before any hook has run. */
export function answerFrameworkError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ ...BARE_HEADERS, connection: 'close' });
  // Node no longer closes the connection of an upgrade.
  reply.raw.once('finish', () => request.raw.socket.end());
  const { refused, status } = apiErrorOf(error);
  void sendApiError(reply, requestLanguage(request.headers), refused, status);
}

/** Answers data that isn't HTTP, and requests that time out. */
export function answerParserError(error: NodeJS.ErrnoException, socket: Socket & { _httpMessage?: unknown }): void {
  // An answer has already begun, or the client has disconnected.
  const answering = socket._httpMessage as { headersSent?: boolean } | undefined;
  if (error.code === 'ECONNRESET' || !socket.writable || answering?.headersSent === true) {
    socket.destroy();
    return;
  }
  const { refused, status } = parserError(error.code);
  const body = JSON.stringify(envelope(refused, 'en'));
  const headers = { ...BARE_HEADERS, 'content-length': Buffer.byteLength(body), connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
}

/**
 * Answers without fastify's reply, for requests that fastify does not handle or has not finished reading; closes the
 * connection.
 */
export function answerBare(
  response: ServerResponse,
  language: ReturnType<typeof requestLanguage>,
  refused: ApiError,
  status: number = httpStatus(refused.code),
): void {
  const body = JSON.stringify(envelope(refused, language));
  response.writeHead(status, { ...BARE_HEADERS, 'content-length': Buffer.byteLength(body), connection: 'close' });
  response.end(body);
}

function envelope(refused: ApiError, language: ReturnType<typeof requestLanguage>): object {
  return {
    code: refused.code,
    data: refused.data ?? null,
    message: message(language, refused.message, refused.params),
  };
}

interface Answer {
  readonly refused: ApiError;
  readonly status: number;
}

function apiErrorOf(error: FastifyError): Answer {
  if (error instanceof TooManyAttempts) {
    return answered(apiError('tooMany', 'request.tooMany', { seconds: error.seconds }));
  }
  if (isNoSpace(error)) return answered(apiError('noSpace', 'server.noSpace'));
  if (isAway(error)) return answered(apiError('busy', 'server.busy', { seconds: AWAY_SECONDS }));
  if (isUnstorable(error)) return answered(invalid('text', 'request.invalid', { field: 'text' }));
  const status = error.statusCode ?? 500;
  if (status === API_CODES.tooLarge) return answered(apiError('tooLarge', 'request.tooLarge'));
  if (status === API_CODES.wrongType) return answered(apiError('wrongType', 'request.notJson'));
  if (status < 400 || status >= 500) return answered(apiError('failed', 'server.failed'));
  const field = error.code === 'FST_ERR_CTP_INVALID_JSON_BODY' ? 'JSON' : error.message;
  return { refused: apiError('invalid', 'request.invalid', { field }), status };
}

function isAway(error: Error): boolean {
  return error instanceof StorageAway || isUnavailable(error);
}

/** The answer to an error of Node's HTTP parser, by its code. */
function parserError(code: string | undefined): Answer {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return answered(apiError('tooSlow', 'request.tooSlow'));
    case 'HPE_HEADER_OVERFLOW':
      return { refused: apiError('tooLarge', 'request.tooLarge'), status: 431 };
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return answered(apiError('tooLarge', 'request.tooLarge'));
    default:
      return { refused: apiError('invalid', 'request.invalid', { field: 'HTTP' }), status: 400 };
  }
}

function answered(refused: ApiError): Answer {
  return { refused, status: httpStatus(refused.code) };
}
