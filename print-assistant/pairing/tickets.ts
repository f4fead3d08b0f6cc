import { createHmac, timingSafeEqual } from 'node:crypto';
import { ticketText } from '#protocol/assistant-pairing.ts';

const TICKET = /^(\d{13})\.([0-9a-f]{32})\.([0-9a-f]{64})$/;
/** Maximum validity of a ticket, even if it states a longer one. */
const LONGEST_MS = 60_000;

/** Checks tickets of the server that was started together with this assistant. Each is valid once. */
export interface Tickets {
  take(ticket: string): boolean;
}

/** `key` is the launcher's; null where the assistant was started alone, and no ticket is valid. */
export function createTickets(key: string | null, now: () => number): Tickets {
  const used = new Map<string, number>();
  return {
    take(ticket) {
      const match = TICKET.exec(ticket);
      if (key === null || match === null) return false;
      const [, expiry = '', nonce = '', signature = ''] = match;
      const expiresAt = Number(expiry);
      const right = createHmac('sha256', key).update(ticketText(expiresAt, nonce)).digest();
      if (!timingSafeEqual(right, Buffer.from(signature, 'hex'))) return false;
      const time = now();
      if (expiresAt <= time || expiresAt > time + LONGEST_MS) return false;
      for (const [old, until] of used) if (until <= time) used.delete(old);
      if (used.has(nonce)) return false;
      used.set(nonce, expiresAt);
      return true;
    },
  };
}
