import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { WebSocket as WsWebSocket } from 'ws';
import { createAssistantClient, type AssistantClient } from '#services/assistant/assistant-client.ts';
import type { PairingOptions } from '#services/assistant/pairing-handshake.ts';
import { createNonce, type OwnPairing } from '#services/assistant/own-pairing.ts';
import { expectOk } from '#model/kernel/result.ts';
import { type AddressedPrinter, readPrinterAddress } from '#print-assistant/printers/address-source.ts';
import { diskForTests } from '#tests/support/memory-disk.ts';
import { createAssistant, type Assistant, type AssistantOptions } from '#print-assistant/assistant.ts';

/** A printer of this name, as the user of the assistant would name it. */
export function addressed(name: string, uri: string): AddressedPrinter {
  return expectOk(readPrinterAddress(name, uri));
}

export const ORIGIN = 'http://127.0.0.1:8080';

export async function createFolder(): Promise<{ readonly path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(await diskForTests(), 'labelwright-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}

export function startAssistant(
  folder: string,
  over: Partial<AssistantOptions> = {},
): Promise<Assistant & AsyncDisposable> {
  return createAssistant({
    port: 0,
    origins: [ORIGIN],
    openOrigins: [ORIGIN],
    pairingKey: null,
    folder,
    folderFormat: 'png',
    configuredPrinters: [],
    cupsServer: null,
    usbClass: null,
    discovery: null,
    log: () => undefined,
    ...over,
  }).then((assistant) => ({ ...assistant, [Symbol.asyncDispose]: () => assistant.close() }));
}

/** The browser's WebSocket, in Node, coming from a page of this origin, and trusting this authority (PEM) alone. */
export function webSocketFrom(origin: string | null, ca?: string): typeof WebSocket {
  class PageWebSocket extends WsWebSocket {
    constructor(url: string | URL) {
      super(url, { ...(origin === null ? {} : { origin }), ...(ca === undefined ? {} : { ca }) });
    }
  }
  return PageWebSocket as unknown as typeof WebSocket;
}

/** The browser's fetch, in Node, coming from a page of this origin: an answer without permission cannot be read. */
export function fetchFrom(origin: string): typeof fetch {
  return async (input, init) => {
    const { mode, ...rest } = init ?? {};
    const response = await fetch(input, { ...rest, headers: { origin } });
    const allowed = response.headers.get('access-control-allow-origin');
    if (mode === 'cors' && allowed !== '*' && allowed !== origin) throw new TypeError('Failed to fetch');
    return response;
  };
}

/** A page that keeps its pairing for the duration of the test, without a server's ticket. */
export function createPairing(over: Partial<PairingOptions> = {}): PairingOptions {
  let own: OwnPairing = { client: createNonce(), pairing: null };
  return {
    keeper: {
      load: () => Promise.resolve(own),
      save(next) {
        own = next;
        return Promise.resolve();
      },
    },
    ticket: () => Promise.resolve(null),
    browser: 'Firefox, Linux',
    ...over,
  };
}

export function createClient(
  port: number,
  over: Partial<Parameters<typeof createAssistantClient>[0]> = {},
  origin: string = ORIGIN,
): AssistantClient & Disposable {
  const client = createAssistantClient({
    url: `ws://127.0.0.1:${port}`,
    WebSocket: webSocketFrom(origin),
    fetch: fetchFrom(origin),
    pairing: createPairing(),
    ...over,
  });
  return Object.assign(client, { [Symbol.dispose]: () => client.close() });
}

export function never(): AbortSignal {
  return new AbortController().signal;
}
