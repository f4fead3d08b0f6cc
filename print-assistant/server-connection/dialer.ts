import { WebSocket } from 'ws';
import { MAX_FRAME_BYTES } from '#protocol/assistant.ts';
import { DIAL_PATH, PING_TIMEOUT_MS, UNBOUND_CODE } from '#protocol/dialed-assistant.ts';
import type { Binding } from './binding-file.ts';

export interface DialerOptions {
  readonly binding: Binding;
  /** Answers the server on a connection, until it ends. */
  readonly serve: (socket: WebSocket) => void;
  readonly log: (line: string) => void;
}

/**
 * State of the connection; `since` in milliseconds since 1970. `unknown`: the server does not know this assistant any
 * more.
 */
export interface LineState {
  readonly type: 'connected' | 'trying' | 'unknown';
  readonly since: number;
  /** Reason of the last failed attempt; empty without one. */
  readonly reason: string;
}

/** Keeps a connection to the server, and reconnects when it breaks. */
export interface Dialer {
  state(): LineState;
  close(): void;
}

/** Messages of the previous connection are processed before the next one: the server asks there for their results. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
const HANDSHAKE_MS = 20_000;
/** After this time a connection counts as stable: the next wait is short again. */
const GOOD_MS = 10_000;

export function createDialer({ binding, serve, log }: DialerOptions): Dialer {
  const url = binding.server.replace(/^http/, 'ws') + DIAL_PATH;
  let wait = FIRST_WAIT_MS;
  let isOver = false;
  let socket: WebSocket | null = null;
  let timer: NodeJS.Timeout | undefined;
  let state: LineState = { type: 'trying', since: Date.now(), reason: '' };

  function failed(reason: string): void {
    if (state.type !== 'unknown') state = { ...state, reason };
  }

  function unbound(): void {
    isOver = true;
    state = { type: 'unknown', since: Date.now(), reason: '' };
    log(`${binding.server} no longer recognizes this assistant; connect it again with --server and --pair`);
  }

  function dial(): void {
    const line = new WebSocket(url, {
      headers: { authorization: `Bearer ${binding.token}` },
      maxPayload: MAX_FRAME_BYTES,
      perMessageDeflate: false,
      handshakeTimeout: HANDSHAKE_MS,
      followRedirects: false,
    });
    socket = line;
    let openedAt: number | null = null;
    let silence: NodeJS.Timeout | undefined;
    const heard = (): void => {
      clearTimeout(silence);
      silence = setTimeout(() => line.terminate(), PING_TIMEOUT_MS);
    };
    line.on('unexpected-response', (request, response) => {
      request.destroy();
      if (response.statusCode === 401) unbound();
      else {
        failed(`HTTP ${response.statusCode}`);
        log(`${binding.server} answered ${response.statusCode}`);
      }
      line.terminate();
    });
    line.on('open', () => {
      openedAt = performance.now();
      state = { type: 'connected', since: Date.now(), reason: '' };
      log(`connected to ${binding.server}`);
      heard();
      serve(line);
    });
    line.on('ping', heard);
    line.on('message', heard);
    line.on('error', (error) => {
      if (openedAt !== null || isOver) return;
      failed(error.message);
      log(`${binding.server} cannot be reached: ${error.message}`);
    });
    line.on('close', (code) => {
      clearTimeout(silence);
      if (code === UNBOUND_CODE) unbound();
      if (isOver) return;
      if (openedAt !== null) state = { type: 'trying', since: Date.now(), reason: '' };
      if (openedAt !== null) log(`connection to ${binding.server} lost; reconnecting`);
      if (openedAt !== null && performance.now() - openedAt > GOOD_MS) wait = FIRST_WAIT_MS;
      timer = setTimeout(dial, wait * (1 + Math.random() / 2));
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    });
  }

  dial();
  return {
    state: () => state,
    close() {
      isOver = true;
      clearTimeout(timer);
      socket?.terminate();
    },
  };
}
