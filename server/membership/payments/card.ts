import { Stripe } from 'stripe';
import { err, ok, type Result } from '#model/kernel/result.ts';
import {
  QR_LIFETIME_MS,
  unlessAborted,
  type PaymentFault,
  type PaymentProvider,
  type PaymentReport,
} from './provider.ts';

export interface CardSettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Address of the provider's API. */
  readonly gateway: string;
}

const TIMEOUT_MS = 8000;
const TOLERANCE_SECONDS = 5 * 60;

/** Cards by Stripe: a page of Stripe takes the number, so no card number reaches this server. */
export function createCard(settings: CardSettings): PaymentProvider {
  const { hostname, port, protocol } = new URL(settings.gateway);
  const stripe = new Stripe(settings.secretKey, {
    host: hostname,
    protocol: protocol === 'http:' ? 'http' : 'https',
    ...(port === '' ? {} : { port }),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  });
  return {
    name: 'card',
    currencies: null,
    lifetimeMs: QR_LIFETIME_MS,
    text: '',
    async begin(order, signal) {
      const session = await asked(signal, () =>
        stripe.checkout.sessions.create(
          {
            mode: 'payment',
            client_reference_id: order.id,
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: order.currency.toLowerCase(),
                  unit_amount: order.amount,
                  product_data: { name: order.title },
                },
              },
            ],
            expires_at: Math.floor(order.expiresAt / 1000),
            success_url: `${order.pageOrigin}/member`,
            cancel_url: `${order.pageOrigin}/member`,
          },
          { idempotencyKey: order.id },
        ),
      );
      if (!session.ok) return session;
      const { id, url } = session.value;
      return url === null
        ? err({ code: 'refused', detail: 'Stripe returned no URL' })
        : ok({ qr: url, link: url, ref: id });
    },
    async query({ ref }, signal) {
      if (ref === '') return ok(null);
      const session = await asked(signal, () => stripe.checkout.sessions.retrieve(ref));
      return session.ok ? ok(reportOf(session.value)) : session;
    },
    notifications: {
      async read({ headers, body }, now) {
        let event: Stripe.Event;
        try {
          event = await stripe.webhooks.constructEventAsync(
            body,
            headers['stripe-signature'] ?? '',
            settings.webhookSecret,
            TOLERANCE_SECONDS,
            undefined,
            now,
          );
        } catch {
          return err({ code: 'forged', detail: 'Stripe: wrong signature' });
        }
        switch (event.type) {
          case 'checkout.session.completed':
          case 'checkout.session.async_payment_succeeded':
            return ok(reportOf(event.data.object));
          case 'checkout.session.async_payment_failed':
            return ok({ ...bareReport(event.data.object), state: 'failed', transactionId: '' });
          default:
            return ok(null);
        }
      },
      answer: (taken) => ({ status: taken ? 200 : 400, type: 'application/json', body: '{}' }),
    },
  };
}

async function asked<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<Result<T, PaymentFault>> {
  try {
    return ok(await unlessAborted(ask(), signal));
  } catch (error) {
    if (error instanceof Stripe.errors.StripeConnectionError || signal.aborted) {
      return err({ code: 'unreachable', detail: 'Stripe can’t be reached' });
    }
    const code = error instanceof Stripe.errors.StripeError ? (error.code ?? error.type) : 'failed';
    return err({ code: 'refused', detail: `Stripe rejected the request: ${code}` });
  }
}

/** Null for a session that is not paid, or needs no payment. */
function reportOf(session: Stripe.Checkout.Session): PaymentReport | null {
  return session.payment_status === 'paid' ? { ...bareReport(session), state: 'paid' } : null;
}

function bareReport(session: Stripe.Checkout.Session): Omit<PaymentReport, 'state'> {
  const { client_reference_id: orderId, payment_intent: intent, amount_total: amount, currency } = session;
  return {
    orderId: orderId ?? '',
    transactionId: typeof intent === 'string' ? intent : session.id,
    amount: amount ?? 0,
    currency: (currency ?? '').toUpperCase(),
  };
}
