import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import type { AddressInfo, Server as NetServer, Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { LOCAL_PROGRAM_ORIGIN } from '#protocol/assistant-pairing.ts';
import { MAX_FRAME_BYTES, MAX_WAITING_PAGES } from '#protocol/assistant.ts';
import { cleanUp, KEEP_LIMITS, type CleaningOptions, type KeepLimits } from './cleaning.ts';
import {
  createShares,
  serveConnection,
  type ConnectionLimits,
  type ConnectionUse,
  type ConnectionServices,
} from './connection.ts';
import { openServerConnection, type ServerConnection } from './server-connection/server-connection.ts';
import { createServerServices, createServerClient } from './server-connection/server-services.ts';
import { createDiskShare, freeBytesAt } from './disk-share.ts';
import { createDiscovery, type DiscoveryOptions } from './discovery/discovery.ts';
import { createFairShare, type FairShare } from './fair-share.ts';
import { openPrivateFolder } from './files.ts';
import { createJobManager } from './job-manager.ts';
import { openAccessList } from './pairing/access-list.ts';
import { createPairingCodes } from './pairing/codes.ts';
import { createOwnedJobs } from './pairing/owned-jobs.ts';
import { isSameUser } from './pairing/same-user.ts';
import { createQuestions } from './pairing/questions.ts';
import { createTickets } from './pairing/tickets.ts';
import { requestPermission, createConnectedClient, type AccessParts } from './pairing/connected-client.ts';
import { type AddressedPrinter, createAddressSource } from './printers/address-source.ts';
import { createCupsSource } from './printers/cups-source.ts';
import { createFolderSource, type FolderFormat } from './printers/folder-printer.ts';
import { createFoundSource } from './discovery/found-source.ts';
import { openPrinterRegistry } from './printers/printer-registry.ts';
import { createPrinterList } from './printers/printer-list.ts';
import { createUsbSource } from './printers/usb-source.ts';
import { createLineMemory } from './page/line-memory.ts';
import { openPageKey, pageUrl } from './page/page-key.ts';
import { createStatusPage, opensPage } from './page/serve-page.ts';
import { openCertificates } from './certificate-files.ts';
import { createTlsServer, renew } from './tls-server.ts';
import { hostRefusal, refusalOf } from './upgrade-guard.ts';
import { openWatchedFolders } from './watching/watched-folders.ts';
import type { CommandLine } from './watching/watcher.ts';
import { sendToTls, identify } from './identify.ts';
import { HOUR_MS } from '#model/kernel/time.ts';

export interface AssistantLimits extends ConnectionLimits {
  readonly maxFrameBytes: number;
  /** Of all sites. */
  readonly maxConnections: number;
  /** Idle time after which a connection of a full site makes room for a new one. */
  readonly idleMs: number;
  /** Maximum number of unused job records in memory. */
  readonly maxIdleRecords: number;
  /** Timeout for all headers of a connection and for the TLS handshake. */
  readonly headersMs: number;
}

const LIMITS: AssistantLimits = {
  // Several times as fast as pages can be made: a client that waits for answers is never rejected.
  messagesPerSecond: 5000,
  messageBurst: 5000,
  // A pairing gets a quarter of each when it is the only one.
  maxWaitingPages: 4 * MAX_WAITING_PAGES,
  maxWaitingBytes: 384 * 1024 * 1024,
  maxWaitingRequests: 1024,
  maxIncomingBytes: 256 * 1024 * 1024,
  pieceMs: 10_000,
  maxBadFrames: 100,
  maxFrameBytes: MAX_FRAME_BYTES,
  maxImageBytes: 128 * 1024 * 1024,
  maxConnections: 16,
  idleMs: 10_000,
  maxIdleRecords: 64,
  headersMs: 10_000,
};

export interface AssistantOptions {
  /** 0 for any free one. */
  readonly port: number;
  /** Sites whose browsers may be paired. */
  readonly origins: readonly string[];
  /** Sites that print without pairing, such as other programs that do not support it. */
  readonly openOrigins: readonly string[];
  /** Key for the tickets of the server that was started with this assistant; null without a server. */
  readonly pairingKey: string | null;
  /** Contains `pages/` (output of the folder printer) and `jobs/` (the record of what was printed). */
  readonly folder: string;
  readonly folderFormat: FolderFormat;
  /** Connections use TLS, with a certificate that is kept in the folder and created if missing. */
  readonly tls?: boolean;
  readonly configuredPrinters: readonly AddressedPrinter[];
  /** `ipp://localhost:631`; null to disable CUPS. */
  readonly cupsServer: string | null;
  /** Path where the system lists USB printers, such as `/sys/class/usbmisc`; null to disable them. */
  readonly usbClass: string | null;
  /** Options of the network discovery of printers; null to disable it. */
  readonly discovery: Omit<DiscoveryOptions, 'log'> | null;
  /** The command line that watches folders; null or left out where it is missing. */
  readonly commandLine?: CommandLine | null;
  /** How much of what was printed stays on the disk. */
  readonly keep?: KeepLimits;
  /** Free space of the disk; by default from the system. */
  readonly freeBytes?: () => Promise<number>;
  readonly limits?: Partial<AssistantLimits>;
  readonly log: (line: string) => void;
}

export interface Assistant {
  readonly port: number;
  /** `ws://127.0.0.1:9004`, or `wss://…` with TLS. */
  readonly address: string;
  /** Address of the assistant's own page. It is a secret: it allows pressing the page's buttons. */
  readonly pageUrl: string;
  /** Waits for pages that are being submitted, then closes the port. */
  close(): Promise<void>;
}

interface SiteConnection extends ConnectionUse {
  readonly site: string;
  readonly socket: Duplex;
  /** Releases its slot. */
  readonly releaseSlot: () => void;
}

/** "Try again later" (IANA's registry of close codes). */
const CLOSE_TRY_AGAIN = 1013;
/** Interval of the cleanup of old jobs and the check of the certificate's expiry. */
const CLEANING_MS = HOUR_MS;
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
  const disk = createDiskShare(options.freeBytes ?? (() => freeBytesAt(options.folder)));
  disk.set(await cleanUp(cleaning, true));
  const registry = await openPrinterRegistry(join(options.folder, 'printers.json'));
  const discovery = options.discovery === null ? null : createDiscovery({ ...options.discovery, log });
  const printers = createPrinterList(
    [
      createFolderSource(pagesFolder, options.folderFormat),
      createAddressSource(() => options.configuredPrinters),
      createAddressSource(registry.added),
      ...(options.cupsServer === null ? [] : [createCupsSource(options.cupsServer)]),
      ...(options.usbClass === null ? [] : [createUsbSource(options.usbClass)]),
      ...(discovery === null ? [] : [createFoundSource(discovery)]),
    ],
    registry,
  );
  const manager = await createJobManager({
    jobsFolder,
    printers,
    disk,
    maxIdleRecords: limits.maxIdleRecords,
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
  const accessParts: AccessParts = {
    access,
    codes: createPairingCodes(now),
    tickets: createTickets(options.pairingKey, now),
    questions: createQuestions(now),
    now,
    log,
  };
  const isAllowedOrigin = (origin: string): boolean => access.site(origin) !== null;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: limits.maxFrameBytes, perMessageDeflate: false });
  const uses = new Map<WebSocket, SiteConnection>();
  const connectionSlots = createFairShare(limits.maxConnections);
  /** Sockets whose slots were passed on. */
  const passedOn = new WeakSet<Duplex>();
  const shares = createShares(limits);
  const services: ConnectionServices = { manager, keeper: printers, jobs: createOwnedJobs(manager), shares, log };
  const key = await openPageKey(options.folder);
  const { tls = false, commandLine = null } = options;
  let identity = tls ? await openCertificates({ folder: options.folder, now, log }) : null;
  let port = options.port;
  let serverConnection: ServerConnection | null = null;
  const watching = { ownFolder: options.folder, access, port: () => port, log };
  const folders = commandLine === null ? null : await openWatchedFolders({ ...watching, commandLine });

  const servePage = createStatusPage({
    key,
    accessParts,
    manager,
    jobsFolder,
    log: memory.lines,
    identity: () => identity,
    folders,
    line: () => serverConnection,
  });

  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    if (refusesHost(request, response)) return;
    servePage(request, response).then(
      (served) => {
        if (!served) identify(request, response, { isAllowedOrigin, wantsTls: false });
      },
      (error: unknown) => {
        log(`settings page failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
        if (!response.headersSent) response.writeHead(500);
        response.end();
      },
    );
  }

  /** Handles plain text on a port that uses TLS. */
  function onPlainRequest(request: IncomingMessage, response: ServerResponse): void {
    if (refusesHost(request, response)) return;
    response.setHeader('connection', 'close');
    if (opensPage(request)) sendToTls(request, response);
    else identify(request, response, { isAllowedOrigin, wantsTls: true });
  }

  function refusesHost(request: IncomingMessage, response: ServerResponse): boolean {
    const foreignHost = hostRefusal(request, port);
    if (foreignHost === null) return false;
    response.writeHead(403, { 'content-type': 'text/plain' }).end(`Refused: ${foreignHost}\n`);
    return true;
  }

  function onPlainUpgrade(request: IncomingMessage, socket: Duplex): void {
    const refused = refusalOf(request, { isAllowedOrigin, port });
    if (refused === null) refuse(socket, 426, 'this assistant uses TLS (wss://)');
    else refuse(socket, 403, refused);
  }

  function onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const refused = refusalOf(request, { isAllowedOrigin, port });
    if (refused !== null) {
      log(`rejected a connection: ${refused}`);
      refuse(socket, 403, refused);
      if (hostRefusal(request, port) === null) requestPermission(accessParts, request.headers.origin);
      return;
    }
    const { origin = LOCAL_PROGRAM_ORIGIN } = request.headers;
    const releaseSlot = takeSlot(origin);
    if (releaseSlot === null) {
      const most = connectionSlots.most({ site: origin });
      log(`rejected a connection: ${origin} already has ${most} or more`);
      refuse(socket, 503, `too many connections from ${origin}: at most ${most} are allowed now`);
      return;
    }
    // A failed handshake ends the socket, too.
    socket.once('close', () => {
      if (!passedOn.has(socket)) releaseSlot();
    });
    sockets.handleUpgrade(request, socket, head, (client) => {
      const connectedClient = createConnectedClient(origin, accessParts, () => isSameUser(request.socket));
      limitIncoming(client, socket, origin, shares.incoming);
      uses.set(client, {
        ...serveConnection(client, connectedClient, services, limits),
        site: origin,
        socket,
        releaseSlot,
      });
      client.once('close', () => uses.delete(client));
    });
  }

  /**
   * Takes a slot for one more connection of the site; gives the function that releases it. When the site is at its
   * limit, its connection that was idle for longest makes room; when other sites have all slots, one of the site with
   * most of them does. Null where none is idle.
   */
  function takeSlot(site: string): (() => void) | null {
    const free = connectionSlots.take({ site }, 1);
    if (free !== null) return free;
    const counts = Map.groupBy(uses.values(), (use) => use.site);
    const crowd = (use: SiteConnection): number => counts.get(use.site)?.length ?? 0;
    const hasOwn = counts.has(site);
    const mayGo = (use: SiteConnection): boolean => {
      const isSilent = use.idleMs() >= limits.idleMs;
      return hasOwn ? use.site === site && isSilent : isSilent || (crowd(use) > 1 && use.idleMs() > 0);
    };
    const [evicted] = [...uses]
      .filter(([, use]) => mayGo(use))
      .toSorted(([, a], [, b]) => crowd(b) - crowd(a) || b.idleMs() - a.idleMs());
    if (evicted === undefined) return null;
    const [client, use] = evicted;
    log(`closed an idle connection of ${use.site} to make room for another one`);
    uses.delete(client);
    passedOn.add(use.socket);
    client.close(CLOSE_TRY_AGAIN, 'closed to make room for another connection');
    if (use.site === site) return use.releaseSlot;
    use.releaseSlot();
    return connectionSlots.take({ site }, 1);
  }

  function createConfiguredServer(): Server | TlsServer {
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
    const server = createConfiguredServer();
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
  const dialed = createServerServices(services, printers, createOwnedJobs);
  serverConnection = await openServerConnection({
    folder: options.folder,
    serve: (socket, binding) => void serveConnection(socket, createServerClient(binding), dialed, limits),
    log,
  });

  async function renewCertificate(): Promise<void> {
    const present = await openCertificates({ folder: options.folder, now, log });
    if (present.certificate === identity?.certificate) return;
    identity = present;
    for (const server of servers) renew(server as TlsServer, present);
  }

  const cleaner = setInterval(() => {
    cleanUp(cleaning, false).then(disk.set, (error: unknown) => log(`cleanup failed: ${String(error)}`));
    if (!tls) return;
    renewCertificate().catch((error: unknown) => log(`certificate renewal failed: ${String(error)}`));
  }, CLEANING_MS).unref();

  return {
    port,
    address: `${tls ? 'wss' : 'ws'}://127.0.0.1:${port}`,
    pageUrl: pageUrl(port, key, tls),
    async close() {
      clearInterval(cleaner);
      discovery?.close();
      await folders?.close();
      await manager.stop();
      serverConnection?.close();
      for (const client of sockets.clients) client.terminate();
      for (const connection of connections) connection.destroy();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

/** Ends a connection whose partial frame takes more memory than its site has left. */
function limitIncoming(client: WebSocket, socket: Duplex, site: string, share: FairShare): void {
  const parts: (() => void)[] = [];
  const giveBack = (): void => {
    for (const part of parts.splice(0)) part();
  };
  // Runs before the listener that may complete the frame.
  socket.prependListener('data', (bytes: Buffer) => {
    const part = share.take({ site }, bytes.length);
    if (part === null) client.terminate();
    else parts.push(part);
  });
  client.on('message', giveBack);
  client.once('close', giveBack);
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
