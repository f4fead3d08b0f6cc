import type { WebSocket as WsWebSocket } from 'ws';
import type { JobManager } from '#print-assistant/job-manager.ts';
import { createShares, serveConnection } from '#print-assistant/connection.ts';
import { createOwnedJobs } from '#print-assistant/pairing/owned-jobs.ts';
import type { ConnectedClient } from '#print-assistant/pairing/connected-client.ts';
import type { PrinterKeeper } from '#print-assistant/printers/printer-list.ts';

/**
 * Fate of a frame. `breakBefore`: the connection breaks, and it is lost. `breakAfter`: it arrives, and the connection
 * breaks. `swallow`: it is lost, and the connection stays. `late`: everything from here on comes later.
 */
export type FrameFault = 'pass' | 'breakBefore' | 'breakAfter' | 'swallow' | 'late';

/** A binary frame carries pages. */
export type Frame = string | Uint8Array;

export interface LineFaults {
  readonly request: (frame: Frame) => FrameFault;
  readonly reply: (frame: Frame) => FrameFault;
}

/** Connects a page's websockets with the assistant's real protocol code, without a port. */
export interface MemoryNetwork {
  readonly WebSocket: typeof WebSocket;
  /** The assistant from now on; with null there is none, and all connections break. */
  serve(manager: JobManager | null): void;
}

const LIMITS = {
  messagesPerSecond: 1e9,
  messageBurst: 1e9,
  maxWaitingPages: 4096,
  maxWaitingBytes: 1e9,
  maxWaitingRequests: 1e9,
  maxIncomingBytes: 1e9,
  maxImageBytes: 1e9,
  pieceMs: 10_000,
  maxBadFrames: 100,
};

/** Printers never change in these tests. */
const NO_KEEPER: PrinterKeeper = {
  setUp: () => Promise.reject(new Error('not asked')),
  add: () => Promise.reject(new Error('not asked')),
  remove: () => Promise.reject(new Error('not asked')),
};

/** A page that the assistant answers without a pairing. */
const NEIGHBOUR = {
  site: 'site of the test',
  permittedOwner: () => 'site of the test',
  hello: () => ({ access: 'open' as const }),
} as unknown as ConnectedClient;

/** `takesBatches`: the assistant takes several pages in one frame, unlike earlier versions. */
export function createMemoryNetwork(faults: LineFaults, takesBatches: boolean): MemoryNetwork {
  let manager: JobManager | null = null;
  const lines = new Set<MemoryLine>();

  class MemoryLine extends EventTarget {
    static readonly OPEN = 1;
    readonly OPEN = 1;
    readyState = 0;
    readonly #toServer = new Direction((frame) =>
      this.#server.onMessage(Buffer.from(frame as string), typeof frame !== 'string'),
    );
    readonly #toClient = new Direction((frame) => this.dispatchEvent(new MessageEvent('message', { data: frame })));
    readonly #server = {
      onMessage: (_data: Buffer, _isBinary: boolean): void => undefined,
      onClose: (): void => undefined,
    };

    constructor() {
      super();
      setImmediate(() => this.#open());
    }

    send(frame: Frame): void {
      this.#pass(this.#toServer, frame, faults.request(frame));
    }

    close(): void {
      if (this.readyState === 3) return;
      this.readyState = 3;
      lines.delete(this);
      this.#toServer.end();
      this.#toClient.end();
      this.#server.onClose();
      setImmediate(() => this.dispatchEvent(new Event('close')));
    }

    #open(): void {
      if (this.readyState !== 0) return;
      if (manager === null) {
        this.dispatchEvent(new Event('error'));
        this.close();
        return;
      }
      this.readyState = 1;
      lines.add(this);
      const office = {
        manager,
        keeper: NO_KEEPER,
        jobs: createOwnedJobs(manager),
        shares: createShares(LIMITS),
        log: () => undefined,
      };
      serveConnection(this.#asServerSocket(), NEIGHBOUR, office, LIMITS);
      this.dispatchEvent(new Event('open'));
    }

    #pass(direction: Direction, frame: Frame, fault: FrameFault): void {
      if (this.readyState !== 1) return;
      if (fault === 'late') direction.delay();
      if (fault !== 'breakBefore' && fault !== 'swallow') direction.send(frame);
      if (fault === 'breakBefore') this.close();
      if (fault === 'breakAfter') direction.afterAll(() => this.close());
    }

    #asServerSocket(): WsWebSocket {
      const state = (): number => this.readyState;
      const socket = {
        OPEN: 1,
        get readyState() {
          return state();
        },
        send: (frame: string) =>
          this.#pass(this.#toClient, takesBatches ? frame : withoutBatches(frame), faults.reply(frame)),
        close: () => this.close(),
        on: (event: string, listener: never) => {
          if (event === 'message') this.#server.onMessage = listener;
          if (event === 'close') this.#server.onClose = listener;
        },
      };
      return socket as unknown as WsWebSocket;
    }
  }

  return {
    WebSocket: MemoryLine as unknown as typeof WebSocket,
    serve(next) {
      manager = next;
      if (next === null) for (const line of lines) line.close();
    },
  };
}

/** The handshake of an earlier version. */
function withoutBatches(frame: string): string {
  return frame.replace('"batches":true,', '');
}

const LATE_TURNS = 40;

/** Frames in their order, each in a task of its own. */
class Direction {
  readonly #deliver: (frame: Frame) => void;
  #last: Promise<void> = Promise.resolve();
  #ended = false;

  constructor(deliver: (frame: Frame) => void) {
    this.#deliver = deliver;
  }

  send(frame: Frame): void {
    this.afterAll(() => this.#deliver(frame));
  }

  afterAll(act: () => void): void {
    this.#last = this.#last.then(nextTurn).then(() => {
      if (!this.#ended) act();
    });
  }

  delay(): void {
    for (let i = 0; i < LATE_TURNS; i++) this.#last = this.#last.then(nextTurn);
  }

  end(): void {
    this.#ended = true;
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
