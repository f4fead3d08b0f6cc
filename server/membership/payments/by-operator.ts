import { ok } from '#model/kernel/result.ts';
import type { PaymentProvider } from './provider.ts';

/** A bank transfer takes days. */
const LIFETIME_MS = 14 * 24 * 60 * 60 * 1000;

/** Payments that an operator confirms by hand, such as transfers. `text` tells the buyer how to pay. */
export function createByOperator(text: string): PaymentProvider {
  return {
    name: 'operator',
    currencies: null,
    lifetimeMs: LIFETIME_MS,
    text,
    begin: () => Promise.resolve(ok({ qr: '', link: '', ref: '' })),
  };
}
