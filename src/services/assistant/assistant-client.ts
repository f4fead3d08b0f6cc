import { orAborted } from '#model/kernel/abort.ts';
import { toBase64 } from '#model/kernel/base64.ts';
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
  type PieceWanted,
  type PrinterInfo,
} from '#protocol/assistant.ts';
import { encodePiece, PIECE_BYTES } from '#protocol/image-pieces.ts';
import type { PageSink, PageToPrint } from '#protocol/printing.ts';
import { PendingReplies, replyKey, SYSTEM_TIMERS, type Timers } from './pending-replies.ts';
import { probePort } from './port-probe.ts';

/** `lost`: the connection was there and broke. */
export type AssistantState = 'closed' | 'connecting' | 'connected' | 'lost';

/** The print assistant on this machine. Every promise settles: by an answer, a time limit, an abort or a lost line. */
export interface AssistantClient extends PageSink {
  /**
   * Connects and shakes hands; returns at once when that is done already. Callers share one attempt: an abort ends only
   * the caller's own wait, and the attempt ends when nobody waits for it any more. Problems: `assistant.notRunning`,
   * `assistant.notOurs` (another program is on the port), `assistant.refusedOrigin`, `assistant.timeout`,
   * `assistant.badMessage` (another version of the protocol).
   */
  connect(signal: AbortSignal): Promise<Result<AssistantInfo>>;
  printers(signal: AbortSignal): Promise<Result<readonly PrinterInfo[]>>;
  close(): void;
  state(): AssistantState;
  /** The listener is called at each change; call what is returned to stop. */
  subscribe(listener: (state: AssistantState) => void): () => void;
}

export interface AssistantClientOptions {
  /** The assistant's address, such as `ws://127.0.0.1:9004`. */
  readonly url: string;
  readonly WebSocket?: typeof WebSocket;
  readonly fetch?: typeof fetch;
  readonly timers?: Timers;
  readonly limits?: Partial<AssistantTimeLimits>;
}

export interface AssistantTimeLimits {
  /** The time limit for connecting, and again for the handshake. */
  readonly connectMs: number;
  readonly answerMs: number;
  /** Long, because a page waits for its turn at the printer and for paper. */
  readonly pageMs: number;
  /** Long, because putting the pages of a job together into a PDF takes a while. */
  readonly endMs: number;
}

const TIME_LIMITS: AssistantTimeLimits = { connectMs: 3000, answerMs: 10_000, pageMs: 180_000, endMs: 180_000 };

interface Line {
  readonly socket: WebSocket;
  readonly replies: PendingReplies;
  /** Images of announced pages, which the assistant asks for when it is their turn; by job and sequence. */
  readonly images: Map<string, Uint8Array>;
  info: AssistantInfo | null;
}

/** One attempt to connect, shared by all callers that ask for it in the meantime. */
interface Attempt {
  readonly result: Promise<Result<AssistantInfo>>;
  readonly abort: AbortController;
  waiting: number;
}

export function createAssistantClient(options: AssistantClientOptions): AssistantClient {
  return new WebSocketAssistantClient(options);
}

class WebSocketAssistantClient implements AssistantClient {
  readonly #options: AssistantClientOptions;
  readonly #timers: Timers;
  readonly #limits: AssistantTimeLimits;
  readonly #listeners = new Set<(state: AssistantState) => void>();
  #state: AssistantState = 'closed';
  #line: Line | null = null;
  #attempt: Attempt | null = null;

  constructor(options: AssistantClientOptions) {
    this.#options = options;
    this.#timers = options.timers ?? SYSTEM_TIMERS;
    this.#limits = { ...TIME_LIMITS, ...options.limits };
  }

  state(): AssistantState {
    return this.#state;
  }

  subscribe(listener: (state: AssistantState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async connect(signal: AbortSignal): Promise<Result<AssistantInfo>> {
    if (this.#line?.info) return ok(this.#line.info);
    if (signal.aborted) return err(problem('aborted'));
    const attempt = (this.#attempt ??= this.#begin());
    attempt.waiting++;
    const result = await orAborted(attempt.result, signal);
    // The attempt goes on as long as another caller waits for it.
    if (--attempt.waiting === 0 && signal.aborted) {
      if (this.#attempt === attempt) this.#attempt = null;
      attempt.abort.abort();
    }
    return result;
  }

  async printers(signal: AbortSignal): Promise<Result<readonly PrinterInfo[]>> {
    const request = { fun: 'getComputerPrinters', data: { detail: true } } as const;
    const reply = await this.#ask(request, replyKey(request.fun), this.#limits.answerMs, signal);
    if (!reply.ok) return reply;
    return reply.value.fun === 'getComputerPrinters' && reply.value.ok ? ok(reply.value.data) : failureOf(reply.value);
  }

  async sendPage(page: PageToPrint, signal: AbortSignal): Promise<Result<PageAck>> {
    const { jobId, sequence, printer, copies, jobName, widthMm, heightMm } = page;
    const place = { page: sequence, row: 1, column: 1 };
    const sizes = { widthMm, heightMm, dpi: page.page.dpi };
    const order = { jobId, sequence, ...place, printer, copies, jobName, ...sizes };
    const reply = await this.#output(order, page.page.png, signal);
    if (!reply.ok) return reply;
    return reply.value.fun === 'outputPrintting' && reply.value.ok ? ok(reply.value.data) : failureOf(reply.value);
  }

  async #output(order: PageOrder, png: Uint8Array, signal: AbortSignal): Promise<Result<AssistantReply>> {
    const connected = await this.connect(signal);
    if (!connected.ok) return connected;
    const fun = 'outputPrintting';
    const key = replyKey(fun, order.jobId, order.sequence);
    const line = this.#line;
    if (png.length <= PIECE_BYTES || connected.value.pieces !== true || line === null) {
      if (png.length > MAX_MESSAGE_PNG_BYTES) return err(problem('assistant.tooLarge', { bytes: png.length }));
      return this.#ask({ fun, data: { ...order, image: toBase64(png) } }, key, this.#limits.pageMs, signal);
    }
    line.images.set(key, png);
    try {
      return await this.#ask({ fun, data: { ...order, imageBytes: png.length } }, key, this.#limits.pageMs, signal);
    } finally {
      line.images.delete(key);
    }
  }

  jobStatus(jobId: string, signal: AbortSignal): Promise<Result<JobStatus>> {
    return this.#askJob('jobStatus', jobId, this.#limits.answerMs, signal);
  }

  finishJob(jobId: string, signal: AbortSignal): Promise<Result<JobStatus>> {
    return this.#askJob('finishJob', jobId, this.#limits.endMs, signal);
  }

  cancelJob(jobId: string, signal: AbortSignal): Promise<Result<JobStatus>> {
    return this.#askJob('cancelJob', jobId, this.#limits.endMs, signal);
  }

  close(): void {
    this.#drop(problem('aborted'), 'closed');
  }

  async #askJob(
    fun: 'jobStatus' | 'finishJob' | 'cancelJob',
    jobId: string,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<Result<JobStatus>> {
    const reply = await this.#ask({ fun, data: { jobId } }, replyKey(fun, jobId), timeoutMs, signal);
    if (!reply.ok) return reply;
    return reply.value.fun === fun && reply.value.ok ? ok(reply.value.data) : failureOf(reply.value);
  }

  async #ask(
    request: AssistantRequest,
    key: string,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<Result<AssistantReply>> {
    const connected = await this.connect(signal);
    if (!connected.ok) return connected;
    const line = this.#line;
    if (line === null) return err(problem('assistant.wentAway'));
    const reply = line.replies.wait(key, timeoutMs, signal);
    if (!signal.aborted) line.socket.send(encodeRequest(request));
    return reply;
  }

  #begin(): Attempt {
    const abort = new AbortController();
    const attempt: Attempt = { result: this.#open(abort.signal), abort, waiting: 0 };
    void attempt.result.finally(() => {
      if (this.#attempt === attempt) this.#attempt = null;
    });
    return attempt;
  }

  async #open(signal: AbortSignal): Promise<Result<AssistantInfo>> {
    if (signal.aborted) return err(problem('aborted'));
    this.#setState('connecting');
    const line: Line = {
      socket: new (this.#options.WebSocket ?? WebSocket)(this.#options.url),
      replies: new PendingReplies(this.#timers),
      images: new Map(),
      info: null,
    };
    this.#line = line;
    const opened = await this.#opened(line.socket, signal);
    if (opened !== 'open') {
      const givenUp = opened === 'aborted' || this.#line !== line;
      const reason = givenUp ? problem('aborted') : await this.#whyNot();
      this.#end(line, reason, 'closed');
      return err(reason);
    }
    line.socket.addEventListener('message', (event) => this.#onMessage(line, event.data));
    line.socket.addEventListener('close', () => this.#end(line, problem('assistant.wentAway'), 'lost'));
    return this.#shakeHands(line, signal);
  }

  #opened(socket: WebSocket, signal: AbortSignal): Promise<'open' | 'failed' | 'aborted'> {
    return new Promise((resolve) => {
      const onAbort = (): void => finish('aborted');
      const finish = (outcome: 'open' | 'failed' | 'aborted'): void => {
        stopTimer();
        signal.removeEventListener('abort', onAbort);
        resolve(outcome);
      };
      const stopTimer = this.#timers.after(this.#limits.connectMs, () => finish('failed'));
      signal.addEventListener('abort', onAbort, { once: true });
      socket.addEventListener('open', () => finish('open'), { once: true });
      // An error event is followed by a close event; both also come when no connection could be made.
      socket.addEventListener('error', () => finish('failed'));
      socket.addEventListener('close', () => finish('failed'), { once: true });
    });
  }

  #whyNot(): Promise<Problem> {
    return probePort(this.#options.url, this.#options.fetch ?? ((...call) => fetch(...call)));
  }

  async #shakeHands(line: Line, signal: AbortSignal): Promise<Result<AssistantInfo>> {
    const reply = line.replies.wait(replyKey('hello'), this.#limits.connectMs, signal);
    line.socket.send(encodeRequest({ fun: 'hello', data: { protocol: ASSISTANT_PROTOCOL } }));
    const hello = await reply;
    const reason = handshakeProblem(hello);
    if (reason !== null || !hello.ok || hello.value.fun !== 'hello' || !hello.value.ok) {
      const why = reason ?? problem('assistant.notOurs');
      this.#end(line, why, 'closed');
      return err(why);
    }
    line.info = hello.value.data;
    this.#setState('connected');
    return ok(hello.value.data);
  }

  #onMessage(line: Line, data: unknown): void {
    const reply = typeof data === 'string' ? decodeReply(data) : err(problem('assistant.badMessage'));
    if (!reply.ok) {
      // A partner that breaks the protocol once is not trusted any further.
      this.#end(line, line.info === null ? problem('assistant.notOurs') : reply.error, 'lost');
    } else if (reply.value.fun === 'imagePiece') {
      sendPiece(line, reply.value.data);
    } else if (reply.value.fun === '' && !reply.value.ok) {
      this.#end(line, reply.value.data.problem, 'lost');
    } else {
      line.replies.settle(reply.value);
    }
  }

  #drop(reason: Problem, state: 'closed' | 'lost'): void {
    if (this.#line !== null) this.#end(this.#line, reason, state);
  }

  #end(line: Line, reason: Problem, state: 'closed' | 'lost'): void {
    const current = this.#line === line;
    if (current) this.#line = null;
    line.replies.failAll(reason);
    line.socket.close();
    if (current) this.#setState(state);
  }

  #setState(state: AssistantState): void {
    if (this.#state === state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
  }
}

/** Of a page that was given up in the meantime there are no bytes, and the assistant gives it up too. */
function sendPiece({ socket, images }: Line, { jobId, sequence, piece, from, to }: PieceWanted['data']): void {
  const image = images.get(replyKey('outputPrintting', jobId, sequence));
  const bytes = image?.subarray(from, to) ?? new Uint8Array(0);
  if (socket.readyState === socket.OPEN) socket.send(encodePiece({ piece, bytes }));
}

/** The problem with the answer to the handshake; null when there is none. */
function handshakeProblem(hello: Result<AssistantReply>): Problem | null {
  if (!hello.ok) {
    // Another program does not answer a message that it does not know.
    return hello.error.code === 'assistant.timeout' || hello.error.code === 'assistant.wentAway'
      ? problem('assistant.notOurs')
      : hello.error;
  }
  if (hello.value.fun !== 'hello' || !hello.value.ok) return problem('assistant.notOurs');
  return hello.value.data.protocol === ASSISTANT_PROTOCOL ? null : problem('assistant.badMessage');
}

function failureOf(reply: AssistantReply): { readonly ok: false; readonly error: Problem } {
  return err(reply.ok ? problem('assistant.badMessage') : reply.data.problem);
}
