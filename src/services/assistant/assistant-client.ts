import { orAborted } from '#model/kernel/abort.ts';
import { toBase64 } from '#model/kernel/base64.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import {
  decodeReply,
  encodeRequest,
  MAX_MESSAGE_PNG_BYTES,
  type AssistantInfo,
  type AssistantReply,
  type AssistantRequest,
  type JobStatus,
  type PageAck,
  type PageOrder,
  type PagesPrinted,
  type PieceWanted,
} from '#protocol/assistant.ts';
import { PIECE_BYTES, encodePiece } from '#protocol/image-pieces.ts';
import type { PageSink, PageToPrint } from '#protocol/printing.ts';
import { busyWhile } from '../idle.ts';
import { PageBatcher } from './page-batcher.ts';
import { pairBy, shakeHands, type Ask, type PairingOptions, type Welcome } from './pairing-handshake.ts';
import { failureOf, pageLine, PendingReplies, replyKey, SYSTEM_TIMERS, type Timers } from './pending-replies.ts';
import {
  addressBy,
  GIVEN_UP,
  newSocket,
  notOpened,
  openByEither,
  socketOpened,
  type NotOpened,
  type Scheme,
} from './open-socket.ts';
import { probePort } from './port-probe.ts';
import { createPrinterCalls, type PrinterCalls } from './printer-calls.ts';

/** A connection with the images of the pages announced on it, by the key of their replies. */
interface AnnouncedImages {
  readonly socket: WebSocket;
  readonly images: ReadonlyMap<string, Uint8Array>;
}

/** A page that was canceled has no bytes, and the assistant cancels it too. */
function sendPiece(
  { socket, images }: AnnouncedImages,
  { jobId, sequence, piece, from, to }: PieceWanted['data'],
): void {
  const image = images.get(replyKey('outputPrintting', jobId, sequence));
  const bytes = image?.subarray(from, to) ?? new Uint8Array(0);
  sendFrame(socket, encodePiece({ piece, bytes }));
}

function sendFrame(socket: WebSocket, frame: Uint8Array<ArrayBuffer>): void {
  if (socket.readyState === socket.OPEN) socket.send(frame);
}

function sendRequest({ socket, batcher }: Line, request: AssistantRequest): void {
  batcher.flush();
  socket.send(encodeRequest(request));
}

function settleAll({ replies }: Line, { jobId, outcome, sequences }: PagesPrinted['data']): void {
  for (const sequence of sequences) {
    replies.settle({ fun: 'outputPrintting', ok: true, data: { jobId, sequence, outcome } });
  }
}

/** `unpaired`: the assistant is there, and answers only pairing requests. `lost`: the connection broke. */
export type AssistantState = 'closed' | 'connecting' | 'unpaired' | 'connected' | 'lost';

/** The print assistant on this machine. Every promise settles: by an answer, a timeout, an abort or a lost connection. */
export interface AssistantClient extends PageSink, PrinterCalls {
  /**
   * Connects and shakes hands; returns at once if already connected. Concurrent callers share one attempt: an abort
   * ends only the caller's own wait; the attempt ends without waiting callers. Problems: `assistant.notRunning`,
   * `assistant.notOurs` (another program is on the port), `assistant.untrusted` (it uses TLS, with an untrusted
   * certificate), `assistant.refusedOrigin`, `assistant.notPaired`, `assistant.timeout`, `assistant.badMessage`
   * (another version of the protocol).
   */
  connect(signal: AbortSignal): Promise<Result<AssistantInfo>>;
  /** Makes the assistant show a code to the user. Returns the seconds for which it is valid. */
  askForCode(signal: AbortSignal): Promise<Result<number>>;
  /** Pairs with the assistant's code. Problems: `assistant.wrongCode`, `assistant.noCode` (none is valid). */
  pair(code: string, signal: AbortSignal): Promise<Result<null>>;
  /** The assistant's own page. */
  pageUrl(): string;
  close(): void;
  state(): AssistantState;
  /** Calls the listener at each change; the returned function unsubscribes. */
  subscribe(listener: (state: AssistantState) => void): () => void;
}

export interface AssistantClientOptions {
  /** The assistant's plain-text address, such as `ws://127.0.0.1:9004`. TLS uses the same port. */
  readonly url: string;
  readonly pairing: PairingOptions;
  readonly WebSocket?: typeof WebSocket;
  readonly fetch?: typeof fetch;
  readonly timers?: Timers;
  readonly limits?: Partial<AssistantTimeLimits>;
}

export interface AssistantTimeLimits {
  /** The timeout for connecting, and again for the handshake. */
  readonly connectMs: number;
  readonly answerMs: number;
  /** Timeout between two answers about pages of a job. Long, because pages wait for the printer and for paper. */
  readonly pageMs: number;
  /** Long, because assembling the pages of a job into a PDF takes a while. */
  readonly endMs: number;
}

const TIME_LIMITS: AssistantTimeLimits = { connectMs: 3000, answerMs: 10_000, pageMs: 180_000, endMs: 180_000 };

/** The timeout of an answer; in a queue of requests, since the last one was answered. */
interface TimeLimit {
  readonly ms: number;
  readonly line?: string;
}

interface Line {
  readonly socket: WebSocket;
  readonly replies: PendingReplies;
  /** Images of announced pages, which the assistant requests when it is their turn; by job and sequence. */
  readonly images: Map<string, Uint8Array>;
  readonly batcher: PageBatcher;
  /** Null before the handshake. */
  welcome: Welcome | null;
}

/** One connection attempt, shared by all concurrent callers. */
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
  readonly #printers = createPrinterCalls(
    (request, key, signal) => this.#ask(request, key, { ms: this.#limits.answerMs }, signal),
    () => (this.#line?.welcome?.info.tellsFaults === true ? this.#line.replies : null),
  );
  readonly printers: PrinterCalls['printers'] = this.#printers.printers;
  readonly printerFaults: PrinterCalls['printerFaults'] = this.#printers.printerFaults;
  readonly setUpPrinter: PrinterCalls['setUpPrinter'] = this.#printers.setUpPrinter;
  readonly addPrinter: PrinterCalls['addPrinter'] = this.#printers.addPrinter;
  readonly removePrinter: PrinterCalls['removePrinter'] = this.#printers.removePrinter;
  #state: AssistantState = 'closed';
  /** The scheme of the last successful connection; tried first. */
  #scheme: Scheme = 'ws';
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

  pageUrl(): string {
    return `${addressBy(this.#scheme, this.#options.url).replace(/^ws/, 'http')}/`;
  }

  async connect(signal: AbortSignal): Promise<Result<AssistantInfo>> {
    const welcome = this.#line?.welcome;
    if (welcome?.granted) return ok(welcome.info);
    if (signal.aborted) return err(problem('aborted'));
    // The user may have authorized this page since then.
    if (welcome) this.close();
    const attempt = (this.#attempt ??= this.#begin());
    attempt.waiting++;
    const result = await orAborted(attempt.result, signal);
    // The attempt continues as long as another caller waits for it.
    if (--attempt.waiting === 0 && signal.aborted) {
      if (this.#attempt === attempt) this.#attempt = null;
      attempt.abort.abort();
    }
    return result;
  }

  async sendPage(page: PageToPrint, signal: AbortSignal): Promise<Result<PageAck>> {
    const { jobId, sequence, printer, copies, jobName, pages, widthMm, heightMm } = page;
    const place = { page: sequence, row: 1, column: 1 };
    const sizes = { widthMm, heightMm, dpi: page.page.dpi };
    const order = {
      jobId,
      sequence,
      ...place,
      printer,
      copies,
      jobName,
      ...sizes,
      ...(pages === undefined ? {} : { pages }),
    };
    const reply = await this.#output(order, page.page.png, signal);
    if (!reply.ok) return reply;
    return reply.value.fun === 'outputPrintting' && reply.value.ok ? ok(reply.value.data) : failureOf(reply.value);
  }

  async #output(order: PageOrder, png: Uint8Array, signal: AbortSignal): Promise<Result<AssistantReply>> {
    const connected = await this.connect(signal);
    if (!connected.ok) return connected;
    const fun = 'outputPrintting';
    const key = replyKey(fun, order.jobId, order.sequence);
    const limit = { ms: this.#limits.pageMs, line: pageLine(order.jobId) };
    const line = this.#line;
    const isSmall = png.length <= PIECE_BYTES;
    if (isSmall && connected.value.batches === true) {
      const add = ({ batcher }: Line): void => batcher.add({ order, png, signal });
      return this.#askBy(add, key, limit, signal);
    }
    if (isSmall || connected.value.pieces !== true || line === null) {
      if (png.length > MAX_MESSAGE_PNG_BYTES) return err(problem('assistant.tooLarge', { bytes: png.length }));
      return this.#ask({ fun, data: { ...order, image: toBase64(png) } }, key, limit, signal);
    }
    line.images.set(key, png);
    try {
      return await this.#ask({ fun, data: { ...order, imageBytes: png.length } }, key, limit, signal);
    } finally {
      line.images.delete(key);
    }
  }

  async askForCode(signal: AbortSignal): Promise<Result<number>> {
    const line = await this.#unpaired(signal);
    if (!line.ok) return line;
    if (line.value === null) return ok(0);
    const { browser } = this.#options.pairing;
    const reply = await this.#askOn(line.value, signal)({ fun: 'askPairing', data: { browser } });
    if (!reply.ok) return reply;
    return reply.value.fun === 'askPairing' && reply.value.ok ? ok(reply.value.data.seconds) : failureOf(reply.value);
  }

  async pair(code: string, signal: AbortSignal): Promise<Result<null>> {
    const line = await this.#unpaired(signal);
    if (!line.ok) return line;
    if (line.value === null) return ok(null);
    const paired = await pairBy(this.#askOn(line.value, signal), this.#options.pairing, { code });
    if (paired.ok && line.value.welcome !== null) {
      line.value.welcome = { ...line.value.welcome, granted: true };
      this.#setState('connected');
    }
    return paired;
  }

  /**
   * Waits for no printer. A connection without an answer to this is dead, even if both sides think that it is open: it
   * is closed, and the question is repeated once on a new one.
   */
  async jobStatus(jobId: string, signal: AbortSignal): Promise<Result<JobStatus>> {
    const ask = (): Promise<Result<JobStatus>> => this.#askJob('jobStatus', jobId, this.#limits.answerMs, signal);
    const status = await ask();
    if (status.ok || status.error.code !== 'assistant.timeout') return status;
    this.#drop(status.error, 'lost');
    return ask();
  }

  finishJob(jobId: string, signal: AbortSignal): Promise<Result<JobStatus>> {
    return this.#askJob('finishJob', jobId, this.#limits.endMs, signal);
  }

  cancelJob(jobId: string, signal: AbortSignal): Promise<Result<JobStatus>> {
    return this.#askJob('cancelJob', jobId, this.#limits.endMs, signal);
  }

  async recallPages(jobId: string, signal: AbortSignal): Promise<Result<null>> {
    const connected = await this.connect(signal);
    // An assistant without this feature prints what it has.
    if (!connected.ok || connected.value.callsBack !== true) return connected.ok ? ok(null) : connected;
    const status = await this.#askJob('callBackJob', jobId, this.#limits.answerMs, signal);
    return status.ok ? ok(null) : status;
  }

  close(): void {
    this.#drop(problem('aborted'), 'closed');
  }

  async #askJob(
    fun: 'jobStatus' | 'finishJob' | 'cancelJob' | 'callBackJob',
    jobId: string,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<Result<JobStatus>> {
    const reply = await this.#ask({ fun, data: { jobId } }, replyKey(fun, jobId), { ms: timeoutMs }, signal);
    if (!reply.ok) return reply;
    return reply.value.fun === fun && reply.value.ok ? ok(reply.value.data) : failureOf(reply.value);
  }

  #ask(request: AssistantRequest, key: string, limit: TimeLimit, signal: AbortSignal): Promise<Result<AssistantReply>> {
    return this.#askBy((line) => sendRequest(line, request), key, limit, signal);
  }

  /** `send` is called on an open connection. */
  async #askBy(
    send: (line: Line) => void,
    key: string,
    limit: TimeLimit,
    signal: AbortSignal,
  ): Promise<Result<AssistantReply>> {
    const connected = await this.connect(signal);
    if (!connected.ok) return connected;
    const line = this.#line;
    if (line === null) return err(problem('assistant.wentAway'));
    const reply = line.replies.wait(key, limit.ms, signal, limit.line);
    if (!signal.aborted) send(line);
    const answer = await reply;
    // Revoked since then: the next request begins with the handshake.
    if (answer.ok && !answer.value.ok && answer.value.data.problem.code === 'assistant.notPaired') this.close();
    return answer;
  }

  #begin(): Attempt {
    const abort = new AbortController();
    const attempt: Attempt = { result: busyWhile(this.#open(abort.signal)), abort, waiting: 0 };
    void attempt.result.finally(() => {
      if (this.#attempt === attempt) this.#attempt = null;
    });
    return attempt;
  }

  async #open(signal: AbortSignal): Promise<Result<AssistantInfo>> {
    if (signal.aborted) return err(problem('aborted'));
    this.#setState('connecting');
    const tried: Line[] = [];
    const opened = await openByEither(this.#scheme, async (scheme) => {
      const line = this.#createLine(scheme);
      if (line === null) return notOpened('failed', { reason: problem('assistant.notRunning'), isThere: false });
      tried.push(line);
      this.#line = line;
      return this.#openLine(line, scheme, signal);
    });
    if (!opened.ok) {
      for (const line of tried) this.#end(line, opened.error, 'closed');
      if (tried.length === 0) this.#setState('closed');
      return opened;
    }
    const line = opened.value;
    line.socket.addEventListener('message', (event) => this.#onMessage(line, event.data));
    line.socket.addEventListener('close', () => this.#end(line, problem('assistant.wentAway'), 'lost'));
    return this.#shakeHands(line, signal);
  }

  #createLine(scheme: Scheme): Line | null {
    const { url, WebSocket: Socket = WebSocket } = this.#options;
    const socket = newSocket(Socket, addressBy(scheme, url));
    const replies = new PendingReplies(this.#timers);
    if (socket === null) return null;
    const batcher = new PageBatcher((frame) => sendFrame(socket, frame));
    return { socket, replies, images: new Map(), batcher, welcome: null };
  }

  async #openLine(line: Line, scheme: Scheme, signal: AbortSignal): Promise<Result<Line, NotOpened>> {
    const opening = await socketOpened(line.socket, this.#timers, this.#limits.connectMs, signal);
    const { url, fetch: fetcher = (...call) => fetch(...call) } = this.#options;
    if (opening === 'open') {
      this.#scheme = scheme;
      return ok(line);
    }
    line.socket.close();
    const givenUp = (): boolean => signal.aborted || this.#line !== line;
    if (givenUp()) return GIVEN_UP;
    const probed = await probePort(addressBy(scheme, url), fetcher);
    if (probed.reason.code === 'assistant.untrusted') this.#scheme = 'wss';
    return givenUp() ? GIVEN_UP : notOpened(opening, probed);
  }

  async #shakeHands(line: Line, signal: AbortSignal): Promise<Result<AssistantInfo>> {
    const shaken = await shakeHands(this.#askOn(line, signal), this.#options.pairing, signal);
    if (!shaken.ok) {
      this.#end(line, shaken.error, 'closed');
      return shaken;
    }
    if (this.#line !== line) return err(problem('assistant.wentAway'));
    line.welcome = shaken.value;
    this.#setState(shaken.value.granted ? 'connected' : 'unpaired');
    return shaken.value.granted ? ok(shaken.value.info) : err(problem('assistant.notPaired'));
  }

  /** Asks on this connection, paired or not. */
  #askOn(line: Line, signal: AbortSignal): Ask {
    return (request) => {
      const reply = line.replies.wait(replyKey(request.fun), this.#limits.connectMs, signal);
      if (!signal.aborted) sendRequest(line, request);
      return reply;
    };
  }

  /** The connection to an assistant with which this page is not paired. Null if it is. */
  async #unpaired(signal: AbortSignal): Promise<Result<Line | null>> {
    if (this.#line?.welcome?.granted === false) return ok(this.#line);
    const connected = await this.connect(signal);
    if (connected.ok) return ok(null);
    if (connected.error.code !== 'assistant.notPaired') return connected;
    return this.#line === null ? err(problem('assistant.wentAway')) : ok(this.#line);
  }

  #onMessage(line: Line, data: unknown): void {
    const reply = typeof data === 'string' ? decodeReply(data) : err(problem('assistant.badMessage'));
    if (!reply.ok) {
      // A partner that breaks the protocol once is not trusted any further.
      this.#end(line, line.welcome === null ? problem('assistant.notOurs') : reply.error, 'lost');
    } else if (reply.value.fun === 'imagePiece') {
      sendPiece(line, reply.value.data);
    } else if (reply.value.fun === 'outputPages') {
      settleAll(line, reply.value.data);
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
