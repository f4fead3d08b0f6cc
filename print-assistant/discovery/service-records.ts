import type { Answer, Question } from 'dns-packet';

/**
 * Service types of printers (RFC 6763): IPP, and a port that takes their own language. `_ipps._tcp` is excluded: few
 * printers have a certificate from a trusted authority, and the IPP driver accepts no other.
 */
export const SERVICE_TYPES = ['_ipp._tcp.local', '_pdl-datastream._tcp.local'] as const;
export type ServiceType = (typeof SERVICE_TYPES)[number];

/** A complete service of a printer. All of it comes from the network, unchecked. */
export interface Service {
  readonly type: ServiceType;
  /** The printer's own name; the same for all its services. */
  readonly instance: string;
  /** In lower case. */
  readonly host: string;
  readonly port: number;
  /** With the keys of `TXT_KEYS`, in lower case. */
  readonly txt: ReadonlyMap<string, string>;
  /** IPv4, at least one. */
  readonly addresses: readonly string[];
}

/** Records of services, each for its time to live. Times are milliseconds of one monotonic clock. */
export interface ServiceRecords {
  /** Takes the records of one answer. The amount of kept records is limited. */
  take(records: readonly Answer[], now: number): void;
  services(now: number): readonly Service[];
  /** Questions for the records that did not arrive with the rest. */
  missing(now: number): readonly Question[];
  /** Services that need not answer again: less than half of their time has passed (RFC 6762, clause 7.1). */
  known(now: number): readonly Answer[];
}

/** All keys used from TXT records, in lower case. */
const TXT_KEYS = new Set(['rp', 'ty', 'product', 'pdl', 'usb_mfg', 'usb_mdl', 'usb_cmd', 'uuid']);
const MAX_SERVICES = 128;
const MAX_ADDRESSES = 4;
/** Limit for one packet. */
const MAX_RECORDS = 256;
const MAX_TEXT = 255;
/** The longest time in RFC 6762 (clause 10): 75 minutes. */
const MAX_TTL_S = 4500;
/** "Goodbye" (RFC 6762, clause 10.1). */
const GOODBYE_MS = 1000;
const MAX_LABEL_BYTES = 63;

interface Lifetime {
  readonly from: number;
  readonly until: number;
}

interface Kept {
  readonly type: ServiceType;
  readonly name: string;
  readonly instance: string;
  pointer: Lifetime;
  place: (Lifetime & { readonly host: string; readonly port: number }) | null;
  txt: (Lifetime & { readonly entries: ReadonlyMap<string, string> }) | null;
}

export function createServiceRecords(): ServiceRecords {
  /** By full name in lower case. */
  const services = new Map<string, Kept>();
  /** Addresses of the hosts of services only. */
  const hosts = new Map<string, Map<string, Lifetime>>();

  function sweep(now: number): void {
    for (const [key, { pointer }] of services) if (!holds(pointer, now)) services.delete(key);
    const used = new Set([...services.values()].map(({ place }) => place?.host));
    for (const host of hosts.keys()) if (!used.has(host)) hosts.delete(host);
  }

  function takePointer(record: Answer, now: number): void {
    if (record.type !== 'PTR') return;
    const type = SERVICE_TYPES.find((one) => one === record.name.toLowerCase());
    const { data: name } = record;
    if (type === undefined || name.slice(-type.length - 1).toLowerCase() !== `.${type}`) return;
    const key = name.toLowerCase();
    const present = services.get(key);
    if (present !== undefined) present.pointer = lifetime(record.ttl, now, present.pointer);
    else if (services.size < MAX_SERVICES && isAlive(record.ttl)) {
      const instance = name.slice(0, -type.length - 1);
      services.set(key, { type, name, instance, pointer: lifetime(record.ttl, now), place: null, txt: null });
    }
  }

  function takePart(record: Answer, now: number): void {
    const service = services.get(record.name.toLowerCase());
    if (service === undefined) return;
    if (record.type === 'SRV') {
      const { target, port } = record.data;
      service.place = { ...lifetime(record.ttl, now, service.place), host: target.toLowerCase(), port };
    } else if (record.type === 'TXT') {
      service.txt = { ...lifetime(record.ttl, now, service.txt), entries: readTxt(record.data) };
    }
  }

  /** `fresh`: hosts whose addresses this packet has replaced already. */
  function takeAddress(record: Answer, now: number, fresh: Set<string>): void {
    if (record.type !== 'A') return;
    const host = record.name.toLowerCase();
    if (![...services.values()].some(({ place }) => place?.host === host)) return;
    const addresses = hosts.get(host) ?? new Map<string, Lifetime>();
    const before = addresses.get(record.data);
    // "Cache flush": these are all of its addresses (RFC 6762, clause 10.2).
    if (record.flush === true && !fresh.has(host)) addresses.clear();
    fresh.add(host);
    for (const [address, life] of addresses) if (!holds(life, now)) addresses.delete(address);
    if (addresses.has(record.data) || addresses.size < MAX_ADDRESSES) {
      addresses.set(record.data, lifetime(record.ttl, now, before));
    }
    hosts.set(host, addresses);
  }

  function addressesOf(host: string, now: number): readonly string[] {
    return [...(hosts.get(host) ?? [])].flatMap(([address, life]) => (holds(life, now) ? [address] : []));
  }

  function alive(now: number): readonly Kept[] {
    return [...services.values()].filter(({ pointer }) => holds(pointer, now));
  }

  return {
    take(records, now) {
      sweep(now);
      const taken = records
        .slice(0, MAX_RECORDS)
        .filter((record) => 'class' in record && record.class === 'IN' && isOfUse(record));
      // Records of a service or a host are kept when another points to it, in any order.
      for (const record of taken) takePointer(record, now);
      for (const record of taken) takePart(record, now);
      const fresh = new Set<string>();
      for (const record of taken) takeAddress(record, now, fresh);
    },

    services: (now) =>
      alive(now).flatMap(({ type, instance, place, txt }) => {
        if (place === null || txt === null || !holds(place, now) || !holds(txt, now)) return [];
        const addresses = addressesOf(place.host, now);
        return addresses.length === 0
          ? []
          : [{ type, instance, host: place.host, port: place.port, txt: txt.entries, addresses }];
      }),

    missing: (now) =>
      alive(now)
        .flatMap(({ name, instance, place, txt }): Question[] => {
          // A dot inside of a name cannot be distinguished from a separator.
          const parts = instance.includes('.') ? [] : (['SRV', 'TXT'] as const);
          const wanted = parts
            .filter((type) => !holds(type === 'SRV' ? place : txt, now))
            .map((type): Question => ({ type, name }));
          const isPlaced = place !== null && holds(place, now);
          const host: Question[] =
            isPlaced && addressesOf(place.host, now).length === 0 ? [{ type: 'A', name: place.host }] : [];
          return [...wanted, ...host];
        })
        .filter(({ name }) => name.split('.').every((label) => Buffer.byteLength(label) <= MAX_LABEL_BYTES)),

    known: (now) =>
      alive(now).flatMap(({ type, name, pointer, place, txt }): Answer[] => {
        const addresses = [...(hosts.get(place?.host ?? '')?.values() ?? [])];
        const parts = [pointer, place, txt, ...addresses];
        return addresses.length > 0 && parts.every((life) => life !== null && isYoung(life, now))
          ? [{ type: 'PTR', name: type, data: name, ttl: Math.floor((pointer.until - now) / 1000), class: 'IN' }]
          : [];
      }),
  };
}

/** `before`: its previous end. A goodbye does not extend it, however often it is repeated. */
function lifetime(ttl: number | undefined, now: number, before: Lifetime | null = null): Lifetime {
  if (isAlive(ttl)) return { from: now, until: now + Math.min(ttl ?? 0, MAX_TTL_S) * 1000 };
  return { from: now, until: Math.min(now + GOODBYE_MS, before?.until ?? now) };
}

/** A time to live of 0 withdraws a record. */
function isAlive(ttl: number | undefined): boolean {
  return ttl !== undefined && ttl > 0;
}

function holds(life: Lifetime | null, now: number): boolean {
  return life !== null && now < life.until;
}

function isYoung({ from, until }: Lifetime, now: number): boolean {
  return now - from < (until - from) / 2;
}

/** A root name is not usable, and a name has at most 254 characters. */
function isOfUse(record: Answer): boolean {
  return record.name.length > 1 && ['PTR', 'SRV', 'TXT', 'A'].includes(record.type);
}

/** `key=value` (RFC 6763, clause 6.4); the first of duplicate keys counts. */
function readTxt(data: string | Buffer | readonly (string | Buffer)[]): ReadonlyMap<string, string> {
  const entries = new Map<string, string>();
  for (const part of Array.isArray(data) ? data : [data]) {
    const text = String(part);
    const at = text.indexOf('=');
    const key = text.slice(0, Math.max(0, at)).toLowerCase();
    if (TXT_KEYS.has(key) && !entries.has(key)) entries.set(key, text.slice(at + 1, at + 1 + MAX_TEXT));
  }
  return entries;
}
