import { createSocket, type RemoteInfo } from 'node:dgram';
import { decode, type Answer, type DecodedPacket } from 'dns-packet';
import { createRateLimit } from '../rate-limit.ts';
import { isOnLink, type Link } from './links.ts';

export const MDNS_PORT = 5353;
const MDNS_GROUP = '224.0.0.251';
/** The largest message of multicast DNS (RFC 6762, clause 17). */
const MAX_PACKET_BYTES = 9000;
/** The bit of the header's third byte that distinguishes an answer from a question. */
const ANSWER = 0x80;
const ANSWERS_PER_SECOND = 50;
const ANSWER_BURST = 300;
const TTL = 255;

/** Multicast DNS on one link. */
export interface MdnsConnection {
  send(packet: Uint8Array): void;
  /** No more records arrive after it returns. */
  close(): void;
}

export interface MdnsConnectionOptions {
  readonly link: Link;
  readonly port: number;
  /** Receives the records of each answer. */
  readonly onRecords: (records: readonly Answer[]) => void;
  /** The connection failed. */
  readonly onBroken: (reason: string) => void;
}

/**
 * Joins multicast DNS on a link, together with other programs that use its port on this machine. Null where the system
 * does not allow it, after calling `onBroken` with the reason.
 */
export function openMdnsConnection({
  link,
  port,
  onRecords,
  onBroken,
}: MdnsConnectionOptions): Promise<MdnsConnection | null> {
  const rate = createRateLimit(ANSWERS_PER_SECOND, ANSWER_BURST, () => performance.now());
  return new Promise((resolve) => {
    let isOpen = true;
    const socket = createSocket({ type: 'udp4', reuseAddr: true });

    function close(): void {
      if (!isOpen) return;
      isOpen = false;
      socket.close();
    }

    function breakDown(error: Error): void {
      if (!isOpen) return;
      close();
      onBroken(error.message);
      resolve(null);
    }

    socket.on('error', breakDown);
    socket.on('message', (bytes, from) => {
      if (!isOpen || !isAnswer(bytes, from) || !rate.take()) return;
      const packet = decodePacket(bytes);
      if (packet !== null) onRecords([...(packet.answers ?? []), ...(packet.additionals ?? [])]);
    });

    /** Answers come from the port of multicast DNS, and from the link (RFC 6762, clauses 6 and 11). */
    function isAnswer(bytes: Buffer, from: RemoteInfo): boolean {
      const isFromLink = from.port === port && isOnLink(link, from.address);
      return isFromLink && bytes.length <= MAX_PACKET_BYTES && ((bytes[2] ?? 0) & ANSWER) !== 0;
    }

    socket.bind({ port, exclusive: false }, () => {
      try {
        socket.addMembership(MDNS_GROUP, link.address);
        socket.setMulticastInterface(link.address);
        socket.setMulticastTTL(TTL);
      } catch (error) {
        breakDown(error as Error);
        return;
      }
      resolve({
        // A link that is down now may be up again; its printers are queried again then.
        send: (packet) => (isOpen ? socket.send(packet, port, MDNS_GROUP, () => undefined) : undefined),
        close,
      });
    });
  });
}

/** Null when it is no DNS message. */
function decodePacket(bytes: Buffer): DecodedPacket | null {
  try {
    return decode(bytes);
  } catch {
    return null;
  }
}
