import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { ASSISTANT_PRODUCT, ASSISTANT_PROTOCOL, MAX_FRAME_BYTES, MAX_WAITING_PAGES } from '#protocol/assistant.ts';
import { serveConnection, type ConnectionLimits } from './connection.ts';
import { openPrivateFolder } from './files.ts';
import { createJobDesk } from './job-desk.ts';
import { createPrinterList, type PrinterListOptions } from './printers/printer-list.ts';
import { hostRefusal, originRefusal, refusalOf } from './upgrade-guard.ts';

export interface AssistantLimits extends ConnectionLimits {
  readonly maxFrameBytes: number;
  readonly maxConnections: number;
  /** Jobs busy at a time. */
  readonly maxJobs: number;
}

const LIMITS: AssistantLimits = {
  messagesPerSecond: 500,
  messageBurst: 1000,
  maxWaitingPages: MAX_WAITING_PAGES,
  maxFrameBytes: MAX_FRAME_BYTES,
  maxConnections: 16,
  maxJobs: 64,
};

export interface AssistantOptions {
  /** 0 for any free one. */
  readonly port: number;
  readonly origins: readonly string[];
  /** Holds `pages/` (what the folder printer prints) and `jobs/` (the record of what was printed). */
  readonly folder: string;
  readonly folderFormat: PrinterListOptions['folderFormat'];
  readonly configuredPrinters: PrinterListOptions['configured'];
  readonly cupsServer: string | null;
  readonly limits?: Partial<AssistantLimits>;
  readonly log: (line: string) => void;
}

export interface Assistant {
  readonly port: number;
  /** Lets pages that are being handed over come to their end, then closes the port. */
  close(): Promise<void>;
}

const LOOPBACK = ['127.0.0.1', '::1'] as const;
/** A machine without IPv6 has no ::1. */
const NO_SUCH_ADDRESS = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/** Starts it; rejects with the system's error when the port is taken or the folder cannot be written. */
export async function createAssistant(options: AssistantOptions): Promise<Assistant> {
  const limits: AssistantLimits = { ...LIMITS, ...options.limits };
  const { log } = options;
  await openPrivateFolder(options.folder);
  await openPrivateFolder(join(options.folder, 'pages'));
  const printers = createPrinterList({
    pagesFolder: join(options.folder, 'pages'),
    folderFormat: options.folderFormat,
    configured: options.configuredPrinters,
    cupsServer: options.cupsServer,
  });
  const desk = await createJobDesk({
    jobsFolder: join(options.folder, 'jobs'),
    printers,
    maxJobs: limits.maxJobs,
    now: () => new Date(),
    log,
  });
  const sockets = new WebSocketServer({ noServer: true, maxPayload: limits.maxFrameBytes, perMessageDeflate: false });
  let port = options.port;

  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    const foreignHost = hostRefusal(request, port);
    if (foreignHost !== null) {
      response.writeHead(403, { 'content-type': 'text/plain' }).end(`Refused: ${foreignHost}\n`);
      return;
    }
    const refused = originRefusal(request.headers.origin, options.origins);
    // A page cannot read why its websocket was refused, so it may ask here; this says who listens and no more.
    response
      .writeHead(200, {
        'content-type': 'application/json',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
      .end(
        JSON.stringify({
          product: ASSISTANT_PRODUCT,
          protocol: ASSISTANT_PROTOCOL,
          originAllowed: refused === null,
          ...(refused === null ? {} : { reason: refused }),
        }),
      );
  }

  function onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const refused = refusalOf(request, { origins: options.origins, port });
    if (refused !== null) {
      log(`refused a connection: ${refused}`);
      refuse(socket, 403, refused);
    } else if (sockets.clients.size >= limits.maxConnections) {
      log('refused a connection: too many are open');
      refuse(socket, 503, 'too many connections');
    } else {
      sockets.handleUpgrade(request, socket, head, (client) => serveConnection(client, desk, limits, log));
    }
  }

  const servers: Server[] = [];
  for (const address of LOOPBACK) {
    const server = createServer(onRequest);
    server.on('upgrade', onUpgrade);
    try {
      port = await listen(server, port, address);
      servers.push(server);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (address !== '127.0.0.1' && NO_SUCH_ADDRESS.has(code ?? '')) continue;
      for (const open of servers) open.close();
      throw error;
    }
  }

  return {
    port,
    async close() {
      await desk.stop();
      for (const client of sockets.clients) client.terminate();
      for (const server of servers) server.closeAllConnections();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

function listen(server: Server, port: number, address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function refuse(socket: Duplex, status: number, reason: string): void {
  const body = `Refused: ${reason}\n`;
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
