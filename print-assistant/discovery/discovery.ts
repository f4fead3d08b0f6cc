import { networkInterfaces } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { encode, encodingLength, type Packet, type Question } from 'dns-packet';
import { readFoundPrinters, type FoundPrinter } from './found-printer.ts';
import { createNeighbourhood, linksOf, type Interfaces, type Link } from './links.ts';
import { MDNS_PORT, openMdnsConnection, type MdnsConnection } from './mdns-connection.ts';
import { createServiceRecords, SERVICE_TYPES } from './service-records.ts';

/** Discovers printers on the network by multicast DNS (RFC 6762 and 6763), on demand. */
export interface Discovery {
  /**
   * The printers that are available now. The first look after an idle time takes most of a second, so that they can
   * answer; later ones query from time to time, and answer immediately.
   */
  look(): Promise<readonly FoundPrinter[]>;
  close(): void;
}

export interface DiscoveryTimes {
  /** Timeout of the first look. */
  readonly firstLookMs: number;
  /** Query interval while the list is in use; host names are usually valid for two minutes. */
  readonly askEveryMs: number;
  /** After this time without a look, it stops listening. */
  readonly restMs: number;
}

export interface DiscoveryOptions {
  /** Addresses of the interfaces to use; null for all but loopback. */
  readonly interfaces: readonly string[] | null;
  readonly log: (line: string) => void;
  readonly port?: number;
  readonly times?: Partial<DiscoveryTimes>;
  /** The current interfaces of the machine; may throw. */
  readonly readInterfaces?: () => Interfaces;
}

const TIMES: DiscoveryTimes = { firstLookMs: 800, askEveryMs: 30_000, restMs: 10 * 60_000 };
/** Delay before querying missing records. */
const FOLLOW_UP_MS = 300;
const MAX_FOLLOW_UPS = 3;
/** Small enough for one packet on every network. */
const MAX_QUERY_BYTES = 1200;

export function createDiscovery(options: DiscoveryOptions): Discovery {
  const { interfaces, log, port = MDNS_PORT, readInterfaces = networkInterfaces } = options;
  const times = { ...TIMES, ...options.times };
  const records = createServiceRecords();
  const lines = new Map<string, Promise<MdnsConnection | null>>();
  const closing = new AbortController();
  const logged = new Set<string>();
  let askedAt = -Infinity;
  let firstAnswersBy = 0;
  let followUps = 0;
  let followUp: NodeJS.Timeout | null = null;
  let rest: NodeJS.Timeout | null = null;

  function logOnce(line: string): void {
    if (logged.has(line)) return;
    logged.add(line);
    log(line);
  }

  /** A service manager may forbid reading them. */
  function ownInterfaces(): Interfaces {
    try {
      return readInterfaces();
    } catch (error) {
      logOnce(`printer discovery failed: ${error instanceof Error ? error.message : String(error)}`);
      return {};
    }
  }

  function open(link: Link): Promise<MdnsConnection | null> {
    return openMdnsConnection({
      link,
      port,
      onRecords: (heard) => {
        records.take(heard, performance.now());
        if (records.missing(performance.now()).length > 0) planFollowUp(false);
      },
      onBroken(reason) {
        lines.delete(link.address);
        logOnce(`printer discovery failed on ${link.address}: ${reason}`);
      },
    });
  }

  /** Follows interfaces as they come and go. */
  function followLinks(): void {
    const links = new Map(linksOf(ownInterfaces(), interfaces).map((link) => [link.address, link]));
    for (const [address, line] of lines) {
      if (links.has(address)) continue;
      lines.delete(address);
      void line.then((open) => open?.close());
    }
    for (const [address, link] of links) if (!lines.has(address)) lines.set(address, open(link));
  }

  async function send(packet: Packet): Promise<void> {
    const bytes = encode(packet);
    for (const line of await Promise.all(lines.values())) line?.send(bytes);
  }

  /** `isFirst`: after an idle time. Then it queries twice, since a packet may have been lost. */
  function ask(isFirst: boolean): Promise<void> {
    askedAt = performance.now();
    followUps = 0;
    followLinks();
    if (isFirst) planFollowUp(true);
    return send(browse());
  }

  /** A query for all printers except those that answered recently. */
  function browse(): Packet {
    let packet: Packet = { type: 'query', questions: SERVICE_TYPES.map((name) => ({ type: 'PTR', name })) };
    for (const answer of records.known(performance.now())) {
      const longer: Packet = { ...packet, answers: [...(packet.answers ?? []), answer] };
      if (encodingLength(longer) > MAX_QUERY_BYTES) break;
      packet = longer;
    }
    return packet;
  }

  /**
   * Schedules a query for missing records; for everything that has not answered when nothing is missing and `again` is
   * set.
   */
  function planFollowUp(again: boolean): void {
    if (followUp !== null || followUps >= MAX_FOLLOW_UPS || closing.signal.aborted) return;
    followUps++;
    followUp = setTimeout(() => {
      followUp = null;
      const missing = records.missing(performance.now());
      if (missing.length > 0) void send(partOf(missing));
      else if (again) void send(browse());
    }, FOLLOW_UP_MS);
  }

  function goToRest(): void {
    for (const line of lines.values()) void line.then((open) => open?.close());
    lines.clear();
    if (followUp !== null) clearTimeout(followUp);
    followUp = null;
  }

  return {
    async look() {
      if (closing.signal.aborted) return [];
      const now = performance.now();
      const isFirst = rest === null;
      if (rest === null) firstAnswersBy = now + times.firstLookMs;
      else clearTimeout(rest);
      rest = setTimeout(() => {
        rest = null;
        askedAt = -Infinity;
        goToRest();
      }, times.restMs).unref();
      if (now - askedAt >= times.askEveryMs) await ask(isFirst);
      const waitMs = firstAnswersBy - performance.now();
      if (waitMs > 0 && lines.size > 0) {
        await sleep(waitMs, undefined, { signal: closing.signal }).catch(() => undefined);
      }
      const own = ownInterfaces();
      const isNear = createNeighbourhood(linksOf(own, interfaces), own);
      return readFoundPrinters(records.services(performance.now()), isNear);
    },
    close() {
      closing.abort();
      if (rest !== null) clearTimeout(rest);
      goToRest();
    },
  };
}

/** As many questions as fit into one packet. */
function partOf(questions: readonly Question[]): Packet {
  const part: Question[] = [];
  for (const question of questions) {
    if (encodingLength({ questions: [...part, question] }) > MAX_QUERY_BYTES) break;
    part.push(question);
  }
  return { type: 'query', questions: part };
}
