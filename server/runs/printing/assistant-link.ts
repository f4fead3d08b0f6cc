import type { WebSocket } from 'ws';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import {
  ASSISTANT_PROTOCOL,
  decodeReply,
  encodeRequest,
  MAX_MESSAGE_PNG_BYTES,
  type AssistantInfo,
  type AssistantReply,
  type AssistantRequest,
  type JobStatus,
  type PageAck,
  type PageOrder,
  type PrinterInfo,
} from '#protocol/assistant.ts';

/** A page as it is sent, without the fields that all share. */
export type DialedPage = Omit<PageOrder, 'page' | 'row' | 'column' | 'copies'>;

/** The connection of an assistant. Each request is answered, or the connection ends. */
export interface AssistantLink {
  hello(): Promise<Result<AssistantInfo>>;
  printers(): Promise<Result<readonly PrinterInfo[]>>;
  /** Settles when the printer has the page, or the connection has ended (`assistant.wentAway`). */
  sendPage(page: DialedPage, png: Uint8Array): Promise<Result<PageAck>>;
  askJob(fun: 'finishJob' | 'cancelJob' | 'callBackJob', jobId: string): Promise<Result<JobStatus>>;
}

const ANSWER_MS = 30_000;

type Settle = (reply: Result<AssistantReply>) => void;

export function createAssistantLink(socket: WebSocket): AssistantLink {
  const waiting = new Map<string, Settle>();

  function settle(key: string, reply: Result<AssistantReply>): void {
    const waits = waiting.get(key);
    waiting.delete(key);
    waits?.(reply);
  }

  function ask(request: AssistantRequest, limitMs: number | null): Promise<Result<AssistantReply>> {
    const key = keyOf(request.fun, request.data);
    return new Promise((resolve) => {
      if (socket.readyState !== socket.OPEN || waiting.has(key)) {
        resolve(err(problem('assistant.wentAway')));
        return;
      }
      // An assistant that does not answer counts as disconnected: the request may be repeated on the next connection.
      const timer = limitMs === null ? undefined : setTimeout(() => socket.terminate(), limitMs);
      waiting.set(key, (reply) => {
        clearTimeout(timer);
        resolve(reply);
      });
      socket.send(encodeRequest(request));
    });
  }

  socket.on('message', (data: Buffer, isBinary) => {
    const reply = isBinary ? null : decodeReply(String(data));
    // Pages are sent whole and one by one, so it never asks for a piece or answers several pages.
    const isReply = reply?.ok === true && reply.value.fun !== 'imagePiece' && reply.value.fun !== 'outputPages';
    if (!isReply) socket.close(1008, 'not a reply');
    else settle(keyOf(reply.value.fun, reply.value.data), ok(reply.value as AssistantReply));
  });
  socket.on('close', () => {
    for (const key of waiting.keys()) settle(key, err(problem('assistant.wentAway')));
  });

  return {
    async hello() {
      const reply = await ask({ fun: 'hello', data: { protocol: ASSISTANT_PROTOCOL } }, ANSWER_MS);
      if (!reply.ok) return reply;
      return reply.value.fun === 'hello' && reply.value.ok ? ok(reply.value.data) : err(failure(reply.value));
    },
    async printers() {
      const reply = await ask({ fun: 'getComputerPrinters', data: { detail: true } }, ANSWER_MS);
      if (!reply.ok) return reply;
      const isList = reply.value.fun === 'getComputerPrinters' && reply.value.ok;
      return isList ? ok(reply.value.data as readonly PrinterInfo[]) : err(failure(reply.value));
    },
    async sendPage(page, png) {
      if (png.length > MAX_MESSAGE_PNG_BYTES) return err(problem('assistant.tooLarge', { bytes: png.length }));
      const place = { page: page.sequence, row: 1, column: 1, copies: 1 };
      const image = Buffer.from(png).toString('base64');
      const reply = await ask({ fun: 'outputPrintting', data: { ...page, ...place, image } }, null);
      if (!reply.ok) return reply;
      return reply.value.fun === 'outputPrintting' && reply.value.ok ? ok(reply.value.data) : err(failure(reply.value));
    },
    async askJob(fun, jobId) {
      // Takes as long as the printer needs for its current page: a lost connection ends the wait.
      const reply = await ask({ fun, data: { jobId } }, null);
      if (!reply.ok) return reply;
      return reply.value.fun === fun && reply.value.ok ? ok(reply.value.data) : err(failure(reply.value));
    },
  };
}

function keyOf(fun: string, data: object): string {
  const jobId: unknown = Reflect.get(data, 'jobId');
  const sequence: unknown = Reflect.get(data, 'sequence');
  return [fun, jobId ?? '', sequence ?? ''].join(' ');
}

function failure(reply: AssistantReply): Problem {
  return reply.ok ? problem('assistant.badMessage', { reason: reply.fun }) : reply.data.problem;
}
