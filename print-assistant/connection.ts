import type { WebSocket } from 'ws';
import { assertNever } from '#model/kernel/assert-never.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import {
  ASSISTANT_PRODUCT,
  ASSISTANT_PROTOCOL,
  decodeRequest,
  encodePrinterNames,
  encodeReply,
  type AssistantReply,
  type AssistantRequest,
} from '#protocol/assistant.ts';
import type { JobDesk } from './job-desk.ts';
import { createRateLimit } from './rate-limit.ts';

export interface ConnectionLimits {
  readonly messagesPerSecond: number;
  readonly messageBurst: number;
  readonly maxWaitingPages: number;
}

/** Answers one client until it goes away. What it had sent is printed all the same. */
export function serveConnection(
  socket: WebSocket,
  desk: JobDesk,
  limits: ConnectionLimits,
  log: (line: string) => void,
): void {
  const rate = createRateLimit(limits.messagesPerSecond, limits.messageBurst, () => performance.now());
  let waitingPages = 0;
  const send = (text: string): void => {
    if (socket.readyState === socket.OPEN) socket.send(text);
  };

  async function take(frame: string): Promise<void> {
    const request = decodeRequest(frame);
    if (!request.ok) return send(failure('', request.error));
    if (!rate.take()) return send(failure(request.value.fun, problem('assistant.tooMany'), request.value));
    const isPage = request.value.fun === 'outputPrintting';
    if (isPage && waitingPages >= limits.maxWaitingPages) {
      return send(failure(request.value.fun, problem('assistant.tooMany'), request.value));
    }
    if (isPage) waitingPages++;
    try {
      send(await answer(desk, request.value));
    } catch (error) {
      log(`${request.value.fun} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      const reason = error instanceof Error ? error.message : String(error);
      send(failure(request.value.fun, problem('assistant.deliveryFailed', { printer: '', reason }), request.value));
    } finally {
      if (isPage) waitingPages--;
    }
  }

  socket.on('message', (data, isBinary) => {
    if (isBinary) send(failure('', problem('assistant.badMessage', { reason: 'a binary frame' })));
    else void take(String(data));
  });
  socket.on('error', (error) => log(`connection: ${error.message}`));
}

async function answer(desk: JobDesk, request: AssistantRequest): Promise<string> {
  switch (request.fun) {
    case 'hello':
      return encodeReply({
        fun: 'hello',
        ok: true,
        data: { product: ASSISTANT_PRODUCT, protocol: ASSISTANT_PROTOCOL, instance: desk.instance },
      });
    case 'getComputerPrinters': {
      const printers = await desk.printers();
      if (!request.data.detail) return encodePrinterNames(printers);
      return encodeReply({ fun: request.fun, ok: true, data: printers });
    }
    case 'outputPrintting': {
      const done = await desk.output(request.data);
      return done.ok
        ? encodeReply({ fun: request.fun, ok: true, data: done.value })
        : failure(request.fun, done.error, request);
    }
    case 'jobStatus':
    case 'finishJob':
    case 'cancelJob': {
      const { fun } = request;
      const { jobId } = request.data;
      const done =
        fun === 'jobStatus'
          ? await desk.status(jobId)
          : await desk.end(jobId, fun === 'finishJob' ? 'finished' : 'cancelled');
      return done.ok ? encodeReply({ fun, ok: true, data: done.value }) : failure(fun, done.error, request);
    }
    default:
      return assertNever(request);
  }
}

function failure(fun: AssistantReply['fun'], of: Problem, request?: AssistantRequest): string {
  const jobId = request !== undefined && 'jobId' in request.data ? { jobId: request.data.jobId } : {};
  const sequence = request !== undefined && 'sequence' in request.data ? { sequence: request.data.sequence } : {};
  const details = Object.values(of.params ?? {}).join(', ');
  const message = details === '' ? of.code : `${of.code}: ${details}`;
  return encodeReply({ fun, ok: false, data: { problem: of, message, ...jobId, ...sequence } });
}
