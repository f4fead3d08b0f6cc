import type { Result } from '#model/kernel/result.ts';
import type { PaymentProviderName } from '#protocol/api.ts';

/** An order as a provider sees it. */
export interface OrderToPay {
  readonly id: string;
  /** What the buyer reads on the provider's page. */
  readonly title: string;
  /** In the currency's smallest unit. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** Where the browser has this product: `https://labels.example.com`. */
  readonly pageOrigin: string;
}

/** How an order can be paid. */
export interface PaymentStart {
  /** What the QR code says; empty for none. */
  readonly qr: string;
  /** Where it can be paid in a browser; empty for nowhere. */
  readonly link: string;
  /** By what name the provider is asked for it, where that is not the order's id. */
  readonly ref: string;
}

/** What a provider has said, once that is proved to come from it and to be about our account there. */
export interface PaymentReport {
  readonly orderId: string;
  readonly state: 'paid' | 'failed';
  /** The provider's own id of the payment; empty for one that failed. */
  readonly transactionId: string;
  /** In the currency's smallest unit. */
  readonly amount: number;
  readonly currency: string;
}

/** `forged`: not proved to be the provider's. `detail` is for the log; no secret and no person is in it. */
export interface PaymentFault {
  readonly code: 'unreachable' | 'refused' | 'forged';
  readonly detail: string;
}

/** A request that a provider makes to us. */
export interface Notification {
  /** The names in small letters. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** As it came: signatures are about these bytes. */
  readonly body: string;
}

/** What a provider wants to hear. */
export interface NotificationAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** A way to pay. What it is asked it answers the same way however often it is asked. */
export interface PaymentProvider {
  readonly name: PaymentProviderName;
  /** The only currencies that it takes; null for any. */
  readonly currencies: readonly string[] | null;
  /** How long an order can be paid, in milliseconds. */
  readonly lifetimeMs: number;
  /** A text for the buyer next to the code; empty for none. */
  readonly text: string;
  readonly begin: (order: OrderToPay, signal: AbortSignal) => Promise<Result<PaymentStart, PaymentFault>>;
  /** Its state there: null for not decided. Absent where nobody can be asked. */
  readonly query?: (
    order: { readonly id: string; readonly ref: string },
    signal: AbortSignal,
  ) => Promise<Result<PaymentReport | null, PaymentFault>>;
  /** Absent where nobody calls us. */
  readonly notifications?: {
    /** Null for what is true and changes nothing. */
    readonly read: (notification: Notification, now: number) => Promise<Result<PaymentReport | null, PaymentFault>>;
    /** `taken`: it need not be sent again. */
    readonly answer: (taken: boolean) => NotificationAnswer;
  };
}

/** How long a QR code can be paid. A card provider's page is valid for half an hour at least. */
export const QR_LIFETIME_MS: number = 35 * 60 * 1000;

/** Settles as the work does, or as soon as the signal aborts. */
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

/** A number of a currency's smallest unit as a decimal number: 1500 is `15.00`. All currencies here have two decimals. */
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
