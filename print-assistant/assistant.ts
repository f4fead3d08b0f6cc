import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import type { AddressInfo, Server as NetServer, Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { MAX_FRAME_BYTES, MAX_WAITING_PAGES } from '#protocol/assistant.ts';
import { cleanUp, KEEP_LIMITS, type CleaningOptions, type KeepLimits } from './cleaning.ts';
import {
  serveConnection,
  type ConnectionLimits,
  type ConnectionUse,
  type Office,
  type WaitingFrames,
} from './connection.ts';
import { openServerLine, type ServerLine } from './dialing/server-line.ts';
import { createServerOffice, createServerVisitor } from './dialing/server-office.ts';
import { createDiscovery, type DiscoveryOptions } from './discovery/discovery.ts';
import { openPrivateFolder } from './files.ts';
import { createJobDesk } from './job-desk.ts';
import { openAccessList } from './pairing/access-list.ts';
import { createPairingCodes } from './pairing/codes.ts';
import { createOwnedJobs } from './pairing/owned-jobs.ts';
import { isSameUser } from './pairing/same-user.ts';
import { createTickets } from './pairing/tickets.ts';
import { createVisitor, type Gate } from './pairing/visitor.ts';
import { type AddressedPrinter, createAddressSource } from './printers/address-source.ts';
import { createCupsSource } from './printers/cups-source.ts';
import { createFolderSource, type FolderFormat } from './printers/folder-printer.ts';
import { createFoundSource } from './discovery/found-source.ts';
import { openPrinterBook } from './printers/printer-book.ts';
import { createPrinterList } from './printers/printer-list.ts';
import { createUsbSource } from './printers/usb-source.ts';
import { createRoom } from './room.ts';
import { createLineMemory } from './page/line-memory.ts';
import { openPageKey, pageUrl } from './page/page-key.ts';
import { createStatusPage, opensPage } from './page/serve-page.ts';
import { openCertificates } from './tls/certificate-files.ts';
import { createTlsServer, renew } from './tls/tls-server.ts';
import { hostRefusal, refusalOf } from './upgrade-guard.ts';
import { openWatchedFolders } from './watching/watched-folders.ts';
import type { CommandLine } from './watching/watcher.ts';
import { sendToTls, tellWhoItIs } from './who-it-is.ts';

export interface AssistantLimits extends ConnectionLimits {
  readonly maxFrameBytes: number;
  /**
   * The most bytes in memory at a time, over all connections, of images that come in pieces. A larger image comes
   * alone.
   */
  readonly maxImageBytes: number;
  readonly maxConnections: number;
  /** When there are too many connections, one that was silent for this time makes room for a new one. */
  readonly idleMs: number;
  /** How many jobs may be busy at a time. */
  readonly maxJobs: number;
  /** A connection that has not sent all of its headers in this time, or shaken hands by TLS, is closed. */
  readonly headersMs: number;
}

const LIMITS: AssistantLimits = {
  // Several times as fast as pages can be made: who waits for answers is never refused.
  messagesPerSecond: 5000,
  messageBurst: 5000,
  maxWaitingPages: MAX_WAITING_PAGES,
  maxWaitingBytes: 256 * 1024 * 1024,
  pieceMs: 10_000,
  maxBadFrames: 100,
  maxFrameBytes: MAX_FRAME_BYTES,
  maxImageBytes: 192 * 1024 * 1024,
  maxConnections: 16,
  idleMs: 10_000,
  maxJobs: 64,
  headersMs: 10_000,
};

export interface AssistantOptions {
  /** 0 for any free one. */
  readonly port: number;
  /** Sites whose browsers may be paired. */
  readonly origins: readonly string[];
  /** Sites that print without being paired, such as other programs that know nothing of it. */
  readonly openOrigins: readonly string[];
  /** Signs the tickets of the server that was started together with this assistant; null where it was started alone. */
  readonly pairingKey: string | null;
  /** Holds `pages/` (what the folder printer prints) and `jobs/` (the record of what was printed). */
  readonly folder: string;
  readonly folderFormat: FolderFormat;
  /** Connections are by TLS, with a certificate that is kept in the folder and made there where there is none. */
  readonly tls?: boolean;
  readonly configuredPrinters: readonly AddressedPrinter[];
  /** `ipp://localhost:631`; null to leave CUPS alone. */
  readonly cupsServer: string | null;
  /** Where the system lists the printers on USB, such as `/sys/class/usbmisc`; null to leave them alone. */
  readonly usbClass: string | null;
  /** Where printers are looked for on the network; null to leave it alone. */
  readonly discovery: Omit<DiscoveryOptions, 'log'> | null;
  /** What watches folders; null or left out where it is not there. */
  readonly commandLine?: CommandLine | null;
  /** How much of what was printed stays on the disk. */
  readonly keep?: KeepLimits;
  readonly limits?: Partial<AssistantLimits>;
  readonly log: (line: string) => void;
}

export interface Assistant {
  readonly port: number;
  /** `ws://127.0.0.1:9004`, or `wss://…` by TLS. */
  readonly address: string;
  /** Where the assistant's own page is. Whoever knows it may press its buttons. */
  readonly pageUrl: string;
  /** Waits for pages that are being handed over, then closes the port. */
  close(): Promise<void>;
}

/** "Try again later" (IANA's registry of close codes). */
const CLOSE_TRY_AGAIN = 1013;
/** How often old jobs are looked for, and whether the certificate is about to end. */
const CLEANING_MS = 60 * 60_000;
const LOOPBACK = ['127.0.0.1', '::1'] as const;
/** A machine without IPv6 has no ::1. */
const NO_SUCH_ADDRESS = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/** Starts the assistant. Rejects with the system's error when the port is taken or the folder cannot be written. */
export async function createAssistant(options: AssistantOptions): Promise<Assistant> {
  const limits: AssistantLimits = { ...LIMITS, ...options.limits };
  const memory = createLineMemory(Date.now);
  const log = (line: string): void => {
    memory.add(line);
    options.log(line);
  };
  await openPrivateFolder(options.folder);
  const pagesFolder = join(options.folder, 'pages');
  const jobsFolder = join(options.folder, 'jobs');
  await openPrivateFolder(pagesFolder);
  await openPrivateFolder(jobsFolder);
  const cleaning: CleaningOptions = { pagesFolder, jobsFolder, keep: options.keep ?? KEEP_LIMITS, now: Date.now, log };
  await cleanUp(cleaning, true);
  const book = await openPrinterBook(join(options.folder, 'printers.json'));
  const discovery = options.discovery === null ? null : createDiscovery({ ...options.discovery, log });
  const printers = createPrinterList(
    [
      createFolderSource(pagesFolder, options.folderFormat),
      createAddressSource(() => options.configuredPrinters),
      createAddressSource(book.added),
      ...(options.cupsServer === null ? [] : [createCupsSource(options.cupsServer)]),
      ...(options.usbClass === null ? [] : [createUsbSource(options.usbClass)]),
      ...(discovery === null ? [] : [createFoundSource(discovery)]),
    ],
    book,
  );
  const desk = await createJobDesk({
    jobsFolder,
    printers,
    maxJobs: limits.maxJobs,
    now: () => new Date(),
    log,
  });
  const now = Date.now;
  const access = await openAccessList({
    path: join(options.folder, 'access.json'),
    origins: options.origins,
    openOrigins: options.openOrigins,
    now,
  });
  const gate: Gate = {
    access,
    codes: createPairingCodes(now),
    tickets: createTickets(options.pairingKey, now),
    now,
    log,
  };
  const mayComeIn = (origin: string): boolean => access.site(origin) !== null;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: limits.maxFrameBytes, perMessageDeflate: false });
  const uses = new Map<WebSocket, ConnectionUse>();
  const waiting: WaitingFrames = { bytes: 0, imageRoom: createRoom(limits.maxImageBytes) };
  const office: Office = { desk, keeper: printers, jobs: createOwnedJobs(desk), waiting, log };
  const key = await openPageKey(options.folder);
  const { tls = false } = options;
  let identity = tls ? await openCertificates({ folder: options.folder, now, log }) : null;
  let port = options.port;
  let serverLine: ServerLine | null = null;
  const { commandLine = null } = options;
  const watching = { ownFolder: options.folder, access, port: () => port, log };
  const folders = commandLine === null ? null : await openWatchedFolders({ ...watching, commandLine });

  const servePage = createStatusPage({
    key,
    gate,
    desk,
    jobsFolder,
    log: memory.lines,
    identity: () => identity,
    folders,
    line: () => serverLine,
  });

  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    if (refusesHost(request, response)) return;
    servePage(request, response).then(
      (served) => {
        if (!served) tellWhoItIs(request, response, { mayComeIn, wantsTls: false });
      },
      (error: unknown) => {
        log(`the page failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
        if (!response.headersSent) response.writeHead(500);
        response.end();
      },
    );
  }

  /** Plain text on a port that speaks TLS. */
  function onPlainRequest(request: IncomingMessage, response: ServerResponse): void {
    if (refusesHost(request, response)) return;
    response.setHeader('connection', 'close');
    if (opensPage(request)) sendToTls(request, response);
    else tellWhoItIs(request, response, { mayComeIn, wantsTls: true });
  }

  function refusesHost(request: IncomingMessage, response: ServerResponse): boolean {
    const foreignHost = hostRefusal(request, port);
    if (foreignHost === null) return false;
    response.writeHead(403, { 'content-type': 'text/plain' }).end(`Refused: ${foreignHost}\n`);
    return true;
  }

  function onPlainUpgrade(request: IncomingMessage, socket: Duplex): void {
    const refused = refusalOf(request, { mayComeIn, port });
    if (refused === null) refuse(socket, 426, 'this assistant speaks TLS (wss://)');
    else refuse(socket, 403, refused);
  }

  function onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const refused = refusalOf(request, { mayComeIn, port });
    if (refused !== null) {
      log(`refused a connection: ${refused}`);
      refuse(socket, 403, refused);
    } else if (!hasRoom()) {
      log('refused a connection: too many are open');
      refuse(socket, 503, 'too many connections');
    } else {
      sockets.handleUpgrade(request, socket, head, (client) => {
        const visitor = createVisitor(request.headers.origin ?? '', gate, () => isSameUser(request.socket));
        uses.set(client, serveConnection(client, visitor, office, limits));
        client.once('close', () => uses.delete(client));
      });
    }
  }

  /** True once one more may connect. Where too many have, the one that was silent for longest is ended. */
  function hasRoom(): boolean {
    if (uses.size < limits.maxConnections) return true;
    const [silent] = [...uses].toSorted(([, a], [, b]) => b.idleMs() - a.idleMs());
    if (silent === undefined || silent[1].idleMs() < limits.idleMs) return false;
    log('ended a silent connection: another one needs its place');
    uses.delete(silent[0]);
    silent[0].close(CLOSE_TRY_AGAIN, 'another connection needs its place');
    return true;
  }

  function createDoor(): Server | TlsServer {
    const handshakeMs = limits.headersMs;
    if (identity !== null) {
      return createTlsServer({ identity, onRequest, onUpgrade, onPlainRequest, onPlainUpgrade, handshakeMs });
    }
    const server = createServer({ headersTimeout: handshakeMs, requestTimeout: handshakeMs }, onRequest);
    return server.on('upgrade', onUpgrade);
  }

  const servers: (Server | TlsServer)[] = [];
  const connections = new Set<Socket>();
  for (const address of LOOPBACK) {
    const server = createDoor();
    server.on('connection', (connection: Socket) => {
      connections.add(connection);
      connection.once('close', () => connections.delete(connection));
    });
    try {
      port = await listen(server, port, address);
      servers.push(server);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (address !== '127.0.0.1' && NO_SUCH_ADDRESS.has(code ?? '')) continue;
      for (const open of servers) open.close();
      discovery?.close();
      throw error;
    }
  }

  folders?.begin();
  const dialed = createServerOffice(office, printers, createOwnedJobs);
  serverLine = await openServerLine({
    folder: options.folder,
    serve: (socket, binding) => void serveConnection(socket, createServerVisitor(binding), dialed, limits),
    log,
  });

  async function renewCertificate(): Promise<void> {
    const present = await openCertificates({ folder: options.folder, now, log });
    if (present.certificate === identity?.certificate) return;
    identity = present;
    for (const server of servers) renew(server as TlsServer, present);
  }

  const cleaner = setInterval(() => {
    cleanUp(cleaning, false).catch((error: unknown) => log(`cleaning up failed: ${String(error)}`));
    if (!tls) return;
    renewCertificate().catch((error: unknown) => log(`renewing the certificate failed: ${String(error)}`));
  }, CLEANING_MS).unref();

  return {
    port,
    address: `${tls ? 'wss' : 'ws'}://127.0.0.1:${port}`,
    pageUrl: pageUrl(port, key, tls),
    async close() {
      clearInterval(cleaner);
      discovery?.close();
      await folders?.close();
      await desk.stop();
      serverLine?.close();
      for (const client of sockets.clients) client.terminate();
      for (const connection of connections) connection.destroy();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

function listen(server: NetServer, port: number, address: string): Promise<number> {
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
