import { createHmac, randomBytes } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { ticketText } from '#protocol/assistant-pairing.ts';

const VALID_MS = 30_000;

/**
 * A ticket with which a page is paired with the print assistant that was started together with this server. Null without
 * such an assistant, and for a page that is not on this very machine: its assistant is another one.
 */
export function assistantTicket(key: string | null, address: string, time: number): string | null {
  if (key === null || !isLoopback(address)) return null;
  const text = ticketText(time + VALID_MS, randomBytes(16).toString('hex'));
  return `${text}.${createHmac('sha256', key).update(text).digest('hex')}`;
}

/** As `clientAddress` writes addresses: of IPv6 the first half alone, which is nothing else's than ::1. */
function isLoopback(address: string): boolean {
  return isIPv4(address) ? address.startsWith('127.') : address === '0:0:0:0';
}
