import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { decode, encode, type Answer, type DecodedPacket } from 'dns-packet';

/** A service of a printer, as it announces it. */
export interface AnnouncedService {
  readonly instance: string;
  readonly type: string;
  readonly host: string;
  readonly address: string;
  readonly port: number;
  readonly txt: Readonly<Record<string, string>>;
  /** Seconds. */
  readonly ttl?: number;
}

/** Printers on the loopback interface that answer multicast DNS. */
export interface MdnsResponder extends AsyncDisposable {
  /** Received questions, each packet's with its known answers. */
  readonly heard: readonly { readonly questions: readonly string[]; readonly known: readonly string[] }[];
  /** Its answers from now on. It announces them at once, like printers that have just been switched on. */
  announce(services: readonly AnnouncedService[]): Promise<void>;
  /** Says goodbye for a service, and answers for it no more. */
  takeBack(service: AnnouncedService): Promise<void>;
  /** Sends any bytes as an answer. */
  say(bytes: Uint8Array): Promise<void>;
}

const GROUP = '224.0.0.251';
const LINK = '127.0.0.1';

/** All records of a printer's service. */
export function recordsOf({
  instance,
  type,
  host,
  address,
  port,
  txt,
  ttl = 120,
}: AnnouncedService): readonly Answer[] {
  const name = `${instance}.${type}`;
  const entries = Object.entries(txt).map(([key, value]) => Buffer.from(`${key}=${value}`));
  return [
    { type: 'PTR', name: type, data: name, ttl, class: 'IN' },
    { type: 'SRV', name, data: { target: host, port }, ttl, class: 'IN', flush: true },
    { type: 'TXT', name, data: entries, ttl, class: 'IN', flush: true },
    { type: 'A', name: host, data: address, ttl, class: 'IN', flush: true },
  ];
}

/** `parts`: number of records of a service that are sent unsolicited; the rest is requested. All by default. */
export async function startMdnsResponder(port: number, parts = 4): Promise<MdnsResponder> {
  const heard: { readonly questions: string[]; readonly known: string[] }[] = [];
  let services: readonly AnnouncedService[] = [];
  const socket = createSocket({ type: 'udp4', reuseAddr: true });
  const say = (bytes: Uint8Array): Promise<void> =>
    new Promise((resolve, reject) =>
      socket.send(bytes, port, GROUP, (error) => (error === null ? resolve() : reject(error))),
    );
  const answer = (records: readonly Answer[]): Promise<void> =>
    say(encode({ type: 'response', answers: [...records] }));

  socket.on('message', (bytes) => {
    const packet = readQuery(bytes);
    if (packet === null) return;
    const questions = packet.questions ?? [];
    const known = (packet.answers ?? []).map((record) => String('data' in record ? record.data : ''));
    heard.push({ questions: questions.map(({ type, name }) => `${type} ${name}`), known });
    for (const service of services) {
      const records = recordsOf(service);
      const asked = records.filter((record) => questions.some((q) => q.type === record.type && q.name === record.name));
      const isBrowsed = asked.some(({ type }) => type === 'PTR');
      if (isBrowsed && known.includes(`${service.instance}.${service.type}`)) continue;
      if (asked.length > 0) void answer(isBrowsed ? records.slice(0, parts) : asked).catch(() => undefined);
    }
  });
  socket.bind({ port, exclusive: false });
  await once(socket, 'listening');
  socket.addMembership(GROUP, LINK);
  socket.setMulticastInterface(LINK);
  return {
    heard,
    say,
    async announce(next) {
      services = next;
      for (const service of services) await answer(recordsOf(service).slice(0, parts));
    },
    takeBack(service) {
      services = services.filter((other) => other !== service);
      return answer(recordsOf({ ...service, ttl: 0 }));
    },
    async [Symbol.asyncDispose]() {
      socket.close();
      await once(socket, 'close');
    },
  };
}

function readQuery(bytes: Buffer): DecodedPacket | null {
  try {
    const packet = decode(bytes);
    return packet.type === 'query' ? packet : null;
  } catch {
    return null;
  }
}
