import type { Result } from '#model/kernel/result.ts';
import type { PaymentProviderName } from '#protocol/api.ts';

/** An order as a provider sees it. */
export interface OrderToPay {
  readonly id: string;
  /** Title on the provider's page. */
  readonly title: string;
  /** In the currency's smallest unit. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** The address of this product in the browser: `https://labels.example.com`. */
  readonly pageOrigin: string;
}

/** How an order can be paid. */
export interface PaymentStart {
  /** Content of the QR code; empty for none. */
  readonly qr: string;
  /** Payment page for a browser; empty for none. */
  readonly link: string;
  /** The provider's reference, where it is not the order's id. */
  readonly ref: string;
}

/** A verified report of a provider about our account there. */
export interface PaymentReport {
  readonly orderId: string;
  readonly state: 'paid' | 'failed';
  /** The provider's own id of the payment; empty for a failed one. */
  readonly transactionId: string;
  /** In the currency's smallest unit. */
  readonly amount: number;
  readonly currency: string;
}

/** `forged`: not verified as the provider's. `detail` is for the log; it contains no secret and no personal data. */
export interface PaymentFault {
  readonly code: 'unreachable' | 'refused' | 'forged';
  readonly detail: string;
}

/** A request from a provider to us. */
export interface Notification {
  /** The names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The raw body, which signatures cover. */
  readonly body: string;
}

/** The answer that a provider expects. */
export interface NotificationAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** A payment method. All its calls are idempotent. */
export interface PaymentProvider {
  readonly name: PaymentProviderName;
  /** The only accepted currencies; null for any. */
  readonly currencies: readonly string[] | null;
  /** How long an order can be paid, in milliseconds. */
  readonly lifetimeMs: number;
  /** A text for the buyer next to the code; empty for none. */
  readonly text: string;
  readonly begin: (order: OrderToPay, signal: AbortSignal) => Promise<Result<PaymentStart, PaymentFault>>;
  /** The payment's state; null while undecided. Absent for a provider that can't be queried. */
  readonly query?: (
    order: { readonly id: string; readonly ref: string },
    signal: AbortSignal,
  ) => Promise<Result<PaymentReport | null, PaymentFault>>;
  /** Absent for a provider without notifications. */
  readonly notifications?: {
    /** Null for a valid one that changes nothing. */
    readonly read: (notification: Notification, now: number) => Promise<Result<PaymentReport | null, PaymentFault>>;
    /** `taken`: it need not be sent again. */
    readonly answer: (taken: boolean) => NotificationAnswer;
  };
}

/** Lifetime of a QR code. A card provider's page is valid for at least half an hour. */
export const QR_LIFETIME_MS: number = 35 * 60 * 1000;

/** Settles like the work, or as soon as the signal aborts. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/**
 * An amount in the currency's smallest unit as a decimal number: 1500 is `15.00`. All currencies here have two
 * decimals.
 */
export function decimalText(amount: number): string {
  return `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;
}

/** The smallest units of a decimal number with at most two decimals; null for anything else. */
export function amountInUnits(decimal: string): number | null {
  const [, whole, part = ''] = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(decimal) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

/** The sign of a currency: `¥`, `$`. */
export function symbolOf(currency: string): string {
  const parts = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  return parts.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency;
}
