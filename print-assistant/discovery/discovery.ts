import { networkInterfaces } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { encode, encodingLength, type Packet, type Question } from 'dns-packet';
import { readFoundPrinters, type FoundPrinter } from './found-printer.ts';
import { createNeighbourhood, linksOf, type Interfaces, type Link } from './links.ts';
import { MDNS_PORT, openMdnsLine, type MdnsLine } from './mdns-line.ts';
import { createServiceRecords, SERVICE_TYPES } from './service-records.ts';

/** Looks for printers on the network by multicast DNS (RFC 6762 and 6763), while somebody wants to know of them. */
export interface Discovery {
  /**
   * The printers that are there now. The first look after a rest takes most of a second, so that they can answer;
   * others ask again now and then, and answer at once.
   */
  look(): Promise<readonly FoundPrinter[]>;
  close(): void;
}

export interface DiscoveryTimes {
  /** How long the first look waits for answers. */
  readonly firstLookMs: number;
  /** How often it asks while somebody looks; the names of hosts mostly hold for two minutes. */
  readonly askEveryMs: number;
  /** When nobody has looked for so long, nothing is heard any more. */
  readonly restMs: number;
}

export interface DiscoveryOptions {
  /** Addresses of the interfaces on which it looks; null for all but loopback. */
  readonly interfaces: readonly string[] | null;
  readonly log: (line: string) => void;
  readonly port?: number;
  readonly times?: Partial<DiscoveryTimes>;
  /** The interfaces that the machine has now; may throw. */
  readonly readInterfaces?: () => Interfaces;
}

const TIMES: DiscoveryTimes = { firstLookMs: 800, askEveryMs: 30_000, restMs: 10 * 60_000 };
/** When what did not come along is asked for. */
const FOLLOW_UP_MS = 300;
const MAX_FOLLOW_UPS = 3;
/** Small enough for every network in one piece. */
const MAX_QUERY_BYTES = 1200;

export function createDiscovery(options: DiscoveryOptions): Discovery {
  const { interfaces, log, port = MDNS_PORT, readInterfaces = networkInterfaces } = options;
  const times = { ...TIMES, ...options.times };
  const records = createServiceRecords();
  const lines = new Map<string, Promise<MdnsLine | null>>();
  const closing = new AbortController();
  const told = new Set<string>();
  let askedAt = -Infinity;
  let firstAnswersBy = 0;
  let followUps = 0;
  let followUp: NodeJS.Timeout | null = null;
  let rest: NodeJS.Timeout | null = null;

  function tellOnce(line: string): void {
    if (told.has(line)) return;
    told.add(line);
    log(line);
  }

  /** A service manager may forbid to ask for them. */
  function ownInterfaces(): Interfaces {
    try {
      return readInterfaces();
    } catch (error) {
      tellOnce(`printers cannot be looked for: ${error instanceof Error ? error.message : String(error)}`);
      return {};
    }
  }

  function open(link: Link): Promise<MdnsLine | null> {
    return openMdnsLine({
      link,
      port,
      onRecords: (heard) => {
        records.take(heard, performance.now());
        if (records.missing(performance.now()).length > 0) planFollowUp(false);
      },
      onBroken(reason) {
        lines.delete(link.address);
        tellOnce(`printers cannot be looked for on ${link.address}: ${reason}`);
      },
    });
  }

  /** Interfaces come and go. */
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

  /** `isFirst`: after a rest. Then it asks twice, since a packet may have been lost. */
  function ask(isFirst: boolean): Promise<void> {
    askedAt = performance.now();
    followUps = 0;
    followLinks();
    if (isFirst) planFollowUp(true);
    return send(browse());
  }

  /** Asks for all printers but those that answered a short while ago. */
  function browse(): Packet {
    let packet: Packet = { type: 'query', questions: SERVICE_TYPES.map((name) => ({ type: 'PTR', name })) };
    for (const answer of records.known(performance.now())) {
      const longer: Packet = { ...packet, answers: [...(packet.answers ?? []), answer] };
      if (encodingLength(longer) > MAX_QUERY_BYTES) break;
      packet = longer;
    }
    return packet;
  }

  /** Asks for what is missing then; for all that has not answered where nothing is and `again` says so. */
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

/** As many questions as one packet holds. */
function partOf(questions: readonly Question[]): Packet {
  const part: Question[] = [];
  for (const question of questions) {
    if (encodingLength({ questions: [...part, question] }) > MAX_QUERY_BYTES) break;
    part.push(question);
  }
  return { type: 'query', questions: part };
}
