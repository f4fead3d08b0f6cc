import type { WebSocket } from 'ws';
import { assertNever } from '#model/kernel/assert-never.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import {
  ASSISTANT_PRODUCT,
  ASSISTANT_PROTOCOL,
  decodeRequest,
  encodeCellPrinted,
  encodePrinterNames,
  encodeReply,
  MAX_MESSAGE_PNG_BYTES,
  type AssistantReply,
  type AssistantRequest,
  type CellRequest,
  type JobStatus,
} from '#protocol/assistant.ts';
import { decodePageBatch, type BatchPage } from '#protocol/page-batch.ts';
import { createAckBatch } from './ack-batch.ts';
import { createFairShare, type Client, type FairShare } from './fair-share.ts';
import { createImagePuller, type ImagePuller } from './image-puller.ts';
import type { JobManager } from './job-manager.ts';
import type { OwnedJobs } from './pairing/owned-jobs.ts';
import type { ConnectedClient } from './pairing/connected-client.ts';
import { printCell } from './print-cell.ts';
import type { ImageSource } from './printer-queue.ts';
import type { PrinterKeeper } from './printers/printer-list.ts';
import { createReplyOrder } from './reply-order.ts';
import { createRateLimit } from './rate-limit.ts';
import { createImageMemory, type ImageMemory } from './image-memory.ts';

export interface ConnectionLimits {
  readonly messagesPerSecond: number;
  readonly messageBurst: number;
  /** Maximum pages waiting for their printers, of all clients. */
  readonly maxWaitingPages: number;
  /** Maximum bytes of frames in work, of all clients. */
  readonly maxWaitingBytes: number;
  /** Maximum requests other than pages in work, of all clients. */
  readonly maxWaitingRequests: number;
  /** Maximum bytes of partly received frames, of all sites. */
  readonly maxIncomingBytes: number;
  /**
   * Maximum bytes in memory of images that arrive in pieces, of all clients. In addition one image may be there that is
   * larger than a quarter of it.
   */
  readonly maxImageBytes: number;
  /** Timeout for a client to send a requested piece of an image. */
  readonly pieceMs: number;
  /** After this many consecutive invalid frames, or beyond the rate, the connection is closed. */
  readonly maxBadFrames: number;
}

/** Resources that all clients share: none can take the last of anything. */
export interface Shares {
  readonly pages: FairShare;
  readonly bytes: FairShare;
  readonly requests: FairShare;
  readonly incoming: FairShare;
  /** Memory for images that come in pieces. */
  readonly imageMemory: ImageMemory;
}

export function createShares(limits: ConnectionLimits): Shares {
  return {
    pages: createFairShare(limits.maxWaitingPages),
    bytes: createFairShare(limits.maxWaitingBytes),
    requests: createFairShare(limits.maxWaitingRequests),
    incoming: createFairShare(limits.maxIncomingBytes),
    imageMemory: createImageMemory(limits.maxImageBytes),
  };
}

/** Usage of a connection, for choosing one to close. */
export interface ConnectionUse {
  /** Milliseconds since the last request; Infinity without one. 0 while one is in work. */
  idleMs(): number;
}

const MEGABYTE = 1024 * 1024;
/** "Policy violation" (RFC 6455, clause 7.4.1). */
const CLOSE_POLICY = 1008;
/** Maximum replies of one connection that wait for an earlier one. */
const MAX_ORDERED_REPLIES = 2048;

/** What all connections use, the same for each. */
export interface ConnectionServices {
  readonly manager: JobManager;
  readonly keeper: PrinterKeeper;
  readonly jobs: OwnedJobs;
  readonly shares: Shares;
  readonly log: (line: string) => void;
}

/** Answers one client until it disconnects. Pages that it sent before are still printed. */
export function serveConnection(
  socket: WebSocket,
  connectedClient: ConnectedClient,
  services: ConnectionServices,
  limits: ConnectionLimits,
): ConnectionUse {
  const { shares, log } = services;
  const rate = createRateLimit(limits.messagesPerSecond, limits.messageBurst, () => performance.now());
  let working = 0;
  let badFrames = 0;
  let lastRequestAt: number | null = null;
  const sendNow = (text: string): void => {
    if (socket.readyState === socket.OPEN) socket.send(text);
  };
  const acks = createAckBatch(sendNow);
  /** Answers for pages that were printed before come first. */
  const send = (text: string): void => {
    acks.flush();
    sendNow(text);
  };

  const inOrder = createReplyOrder(send);

  const puller = createImagePuller(send, shares.imageMemory, limits.pieceMs);

  function refuseFrame(answer: string): void {
    void inOrder.send(Promise.resolve(answer));
    countBadFrame();
  }

  function countBadFrame(): void {
    if (++badFrames >= limits.maxBadFrames) socket.close(CLOSE_POLICY, 'too many frames that are not requests');
  }

  async function take(frame: string): Promise<void> {
    const withinRate = rate.take();
    const request = decodeRequest(frame);
    if (!request.ok) return refuseFrame(failure('', request.error));
    const { fun } = request.value;
    const most = limits.messagesPerSecond;
    if (!withinRate) return refuseFrame(failure(fun, problem('assistant.tooFast', { most }), request.value));
    badFrames = 0;
    lastRequestAt = performance.now();
    const client = { site: connectedClient.site, owner: connectedClient.permittedOwner() ?? '' };
    const reply = isBasic(request.value)
      ? inOrder.send
      : async (text: Promise<string>): Promise<void> => send(await text);
    if (inOrder.waiting() > MAX_ORDERED_REPLIES) socket.close(CLOSE_POLICY, 'too many unanswered requests');
    const held = holdFor(client, fun, frame.length);
    if (!held.ok) return reply(Promise.resolve(failure(fun, held.error, request.value)));
    working++;
    try {
      await reply(answerOrFailure(request.value));
    } finally {
      held.value();
      working--;
      lastRequestAt = performance.now();
    }
  }

  /** Each page of a batch is checked, counted and answered as if it had come alone. */
  function takeBatch(batch: readonly BatchPage[], bytes: number): void {
    lastRequestAt = performance.now();
    const client = { site: connectedClient.site, owner: connectedClient.permittedOwner() ?? '' };
    // Each page is a part of the frame, which stays in memory until the last of them is done.
    const room = shares.bytes.take(client, bytes);
    const refuse = ({ order }: BatchPage, of: Problem): void =>
      send(failure('outputPrintting', of, { fun: 'outputPrintting', data: { ...order, imageBytes: bytes } }));
    let left = batch.length;
    let isTooFast = false;
    for (const page of batch) {
      const isAllowed = rate.take();
      isTooFast ||= !isAllowed;
      const one = isAllowed && room !== null ? shares.pages.take(client, 1) : null;
      if (one !== null) {
        void outputPage(page, refuse).finally(() => {
          one();
          if (--left === 0) room?.();
        });
        continue;
      }
      if (!isAllowed) refuse(page, problem('assistant.tooFast', { most: limits.messagesPerSecond }));
      else if (room === null) refuse(page, tooManyBytes(client));
      else refuse(page, problem('assistant.pagesWaiting', { most: shares.pages.most(client) }));
      if (--left === 0) room?.();
    }
    if (isTooFast) countBadFrame();
    else badFrames = 0;
  }

  async function outputPage(page: BatchPage, refuse: (page: BatchPage, of: Problem) => void): Promise<void> {
    const { order, png } = page;
    const owner = connectedClient.permittedOwner();
    if (owner === null) return refuse(page, problem('assistant.notPaired'));
    working++;
    try {
      const client = { site: connectedClient.site, owner };
      const done = await services.jobs.output(
        client,
        order,
        imageHere(() => png),
      );
      if (!done.ok) refuse(page, done.error);
      else if (done.value.outcome !== 'inDoubt') acks.add(done.value);
      else send(encodeReply({ fun: 'outputPrintting', ok: true, data: done.value }));
    } catch (error) {
      refuse(page, failed('outputPrintting', error));
    } finally {
      working--;
      lastRequestAt = performance.now();
    }
  }

  /** The problem of a request whose answer threw, which is in the log then. */
  function failed(fun: string, error: unknown): Problem {
    log(`${fun} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    const reason = error instanceof Error ? error.message : String(error);
    return problem('assistant.deliveryFailed', { printer: '', reason });
  }

  function tooManyBytes(client: Client): Problem {
    return problem('assistant.bytesWaiting', { megabytes: Math.floor(shares.bytes.most(client) / MEGABYTE) });
  }

  async function answerOrFailure(request: AssistantRequest | CellRequest): Promise<string> {
    const { fun } = request;
    try {
      return await answer(services, connectedClient, puller, request);
    } catch (error) {
      return failure(fun, failed(fun, error), request);
    }
  }

  /** Gives the function that returns the request's share of the common resources, or which share is used up. */
  function holdFor(client: Client, fun: string, bytes: number): Result<() => void> {
    const isPage = fun === 'outputPrintting' || fun === 'outputCell';
    const share = isPage ? shares.pages : shares.requests;
    const one = share.take(client, 1);
    if (one === null) {
      const code = isPage ? 'assistant.pagesWaiting' : 'assistant.requestsWaiting';
      return err(problem(code, { most: share.most(client) }));
    }
    const room = shares.bytes.take(client, bytes);
    if (room !== null) {
      return ok(() => {
        one();
        room();
      });
    }
    one();
    return err(tooManyBytes(client));
  }

  function takeBinary(frame: Buffer): void {
    const batch = decodePageBatch(frame);
    if (batch === null) takePiece(frame);
    else if (batch.ok) takeBatch(batch.value, frame.length);
    else refuseFrame(failure('', batch.error));
  }

  function takePiece(frame: Buffer): void {
    const was = puller.take(frame);
    if (was === 'unknown') refuseFrame(failure('', problem('assistant.badMessage', { reason: 'a binary frame' })));
    // It was in flight when its page was aborted: no reason to answer, unless there are too many.
    else if (was === 'late') countBadFrame();
  }

  socket.on('message', (data: Buffer, isBinary) => {
    // Ignores remaining data in the buffers of a connection that is being closed.
    if (socket.readyState !== socket.OPEN) return;
    if (isBinary) takeBinary(data);
    else void take(String(data));
  });
  socket.on('close', () => puller.end());
  socket.on('error', (error) => log(`connection: ${error.message}`));
  return {
    idleMs() {
      if (working > 0) return 0;
      return lastRequestAt === null ? Infinity : performance.now() - lastRequestAt;
    },
  };
}

async function answer(
  services: ConnectionServices,
  connectedClient: ConnectedClient,
  puller: ImagePuller,
  request: AssistantRequest | CellRequest,
): Promise<string> {
  switch (request.fun) {
    case 'hello': {
      const us = {
        product: ASSISTANT_PRODUCT,
        protocol: ASSISTANT_PROTOCOL,
        instance: services.manager.instance,
        pieces: true,
        batches: true,
        callsBack: true,
        tellsFaults: true,
      } as const;
      return encodeReply({
        fun: request.fun,
        ok: true,
        data: { ...us, ...connectedClient.hello(request.data.pairing) },
      });
    }
    case 'identify': {
      const done = await connectedClient.identify(request.data);
      return done.ok ? encodeReply({ fun: request.fun, ok: true, data: {} }) : failure(request.fun, done.error);
    }
    case 'askPairing': {
      const done = await connectedClient.askPairing(request.data.browser);
      return done.ok ? encodeReply({ fun: request.fun, ok: true, data: done.value }) : failure(request.fun, done.error);
    }
    case 'pair': {
      const done = await connectedClient.pair(request.data);
      return done.ok ? encodeReply({ fun: request.fun, ok: true, data: done.value }) : failure(request.fun, done.error);
    }
    default: {
      const owner = connectedClient.permittedOwner();
      if (owner === null && isBasic(request)) connectedClient.requestPermission();
      return owner === null
        ? failure(request.fun, problem('assistant.notPaired'), request)
        : answerClient(services, { site: connectedClient.site, owner }, puller, request);
    }
  }
}

/** A request of the specification. Neither it nor its reply has an id that connects them. */
function isBasic(request: AssistantRequest | CellRequest): boolean {
  return request.fun === 'outputCell' || (request.fun === 'getComputerPrinters' && request.data.detail !== true);
}

type OwnerRequest = Exclude<AssistantRequest | CellRequest, { fun: 'hello' | 'identify' | 'askPairing' | 'pair' }>;

/** Answers a client that may print. It sees only its own jobs. */
async function answerClient(
  { manager, keeper, jobs, log }: ConnectionServices,
  client: Client,
  puller: ImagePuller,
  request: OwnerRequest,
): Promise<string> {
  switch (request.fun) {
    case 'getComputerPrinters': {
      const known = await manager.printers();
      if (!request.data.detail) return encodePrinterNames(known);
      return encodeReply({ fun: request.fun, ok: true, data: known });
    }
    case 'printerFaults': {
      const { printer } = request.data;
      const faults = await manager.faults(printer);
      const underWay = manager.isUnderWay(client, printer);
      return encodeReply({ fun: request.fun, ok: true, data: { printer, faults, underWay } });
    }
    case 'setUpPrinter':
    case 'addPrinter':
    case 'removePrinter': {
      const done = await changePrinter(keeper, client.site, request);
      if (!done.ok) return failure(request.fun, done.error);
      log(`${request.fun}: ${request.data.printer}`);
      return encodeReply({ fun: request.fun, ok: true, data: {} });
    }
    case 'outputPrintting': {
      const done = await jobs.output(client, request.data, imageOf(client, request.data, puller));
      return done.ok
        ? encodeReply({ fun: request.fun, ok: true, data: done.value })
        : failure(request.fun, done.error, request);
    }
    case 'outputCell': {
      const printed = await printCell(manager, client, request.data);
      if (printed.ok && printed.value.outcome !== 'inDoubt') return encodeCellPrinted();
      const { page = 1 } = request.data;
      return failure('outputPrintting', printed.ok ? problem('print.pageInDoubt', { page }) : printed.error);
    }
    case 'jobStatus':
    case 'finishJob':
    case 'cancelJob':
    case 'callBackJob': {
      const { fun } = request;
      const done = await askJobs(jobs, client, fun, request.data.jobId);
      return done.ok ? encodeReply({ fun, ok: true, data: done.value }) : failure(fun, done.error, request);
    }
    default:
      return assertNever(request);
  }
}

function changePrinter(
  keeper: PrinterKeeper,
  site: string,
  { fun, data }: Extract<AssistantRequest, { fun: 'setUpPrinter' | 'addPrinter' | 'removePrinter' }>,
): Promise<Result<null>> {
  if (fun === 'setUpPrinter') return keeper.setUp(data.printer, data.setup);
  return fun === 'addPrinter' ? keeper.add(data.printer, data.address, data.setup, site) : keeper.remove(data.printer);
}

function askJobs(
  jobs: OwnedJobs,
  client: Client,
  fun: 'jobStatus' | 'finishJob' | 'cancelJob' | 'callBackJob',
  jobId: string,
): Promise<Result<JobStatus>> {
  if (fun === 'jobStatus') return jobs.status(client, jobId);
  if (fun === 'callBackJob') return jobs.recallPages(client, jobId);
  return jobs.end(client, jobId, fun === 'finishJob' ? 'finished' : 'cancelled');
}

function imageOf(
  client: Client,
  page: Extract<AssistantRequest, { fun: 'outputPrintting' }>['data'],
  puller: ImagePuller,
): ImageSource {
  if (!('image' in page)) return { isHere: false, read: (cancel) => puller.pull(client, page, cancel) };
  return imageHere(() => Buffer.from(page.image, 'base64'));
}

function imageHere(decode: () => Uint8Array): ImageSource {
  return {
    isHere: true,
    read() {
      const png = decode();
      const isTooLarge = png.length > MAX_MESSAGE_PNG_BYTES;
      return Promise.resolve(
        isTooLarge ? err(problem('assistant.tooLarge', { bytes: png.length })) : ok({ png, done: () => undefined }),
      );
    },
  };
}

function failure(
  fun: AssistantReply['fun'] | 'outputCell',
  of: Problem,
  request?: AssistantRequest | CellRequest,
): string {
  const jobId = request !== undefined && 'jobId' in request.data ? { jobId: request.data.jobId } : {};
  const sequence = request !== undefined && 'sequence' in request.data ? { sequence: request.data.sequence } : {};
  const details = Object.values(of.params ?? {}).join(', ');
  const message = details === '' ? of.code : `${of.code}: ${details}`;
  return encodeReply({
    fun: fun === 'outputCell' ? 'outputPrintting' : fun,
    ok: false,
    data: { problem: of, message, ...jobId, ...sequence },
  });
}
