import { timingSafeEqual } from 'node:crypto';
import { ok } from '#model/kernel/result.ts';
import type { SecretBox } from '../../core/database/secret-box.ts';
import { QR_LIFETIME_MS, type PaymentProvider } from './provider.ts';

const KEY_LENGTH = 32;

/** Payments without money, for trials: the QR code leads to a page of ours that asks for the outcome. */
export function createSandbox(secrets: SecretBox): PaymentProvider {
  return {
    name: 'sandbox',
    currencies: null,
    lifetimeMs: QR_LIFETIME_MS,
    text: '',
    begin({ id, pageOrigin }) {
      const query = new URLSearchParams({ o: id, k: sandboxKey(secrets, id) });
      const link = `${pageOrigin}/paySandbox?${query.toString()}`;
      return Promise.resolve(ok({ qr: link, link, ref: '' }));
    },
  };
}

/** Whether this is the key of that order: its QR code contains it. */
export function isSandboxKey(secrets: SecretBox, orderId: string, key: string): boolean {
  const right = Buffer.from(sandboxKey(secrets, orderId));
  const given = Buffer.from(key);
  return right.length === given.length && timingSafeEqual(right, given);
}

function sandboxKey(secrets: SecretBox, orderId: string): string {
  return secrets.digest(orderId, 'payment sandbox').slice(0, KEY_LENGTH);
}
