import { useEffect, useEffectEvent, useState } from 'react';
import type { Problem } from '#model/kernel/problem.ts';
import {
  ORDER_POLL_MS,
  ORDER_STATUS,
  type OrderState,
  type PayAnswer,
  type PaymentProviderName,
} from '#protocol/api.ts';
import { useServices } from '#app/state/services.tsx';

/** A purchase and its payment method. */
export interface Purchase {
  readonly planId: string;
  readonly provider: PaymentProviderName;
  /** Increases for another order of the same plan. */
  readonly attempt: number;
}

export interface Payment {
  /** Null until the server has created it. */
  readonly order: PayAnswer | null;
  readonly state: OrderState;
  /** Why there is no order, or why its status is unknown. */
  readonly problem: Problem | null;
}

const NOT_YET: Payment = { order: null, state: 'created', problem: null };

/**
 * Creates an order for the purchase and polls its status every 3 seconds until it is paid, failed or expired (specification
 * 1, section 5). Another choice creates another order; leaving the page stops polling.
 */
export function usePayment(purchase: Purchase | null, onEnd: (state: 'paid' | 'failed') => void): Payment {
  const { api } = useServices();
  const [payment, setPayment] = useState<Payment & { readonly of: Purchase | null }>({ ...NOT_YET, of: null });
  const end = useEffectEvent(onEnd);

  useEffect(() => {
    if (purchase === null) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    const show = (shown: Payment): void => setPayment({ ...shown, of: purchase });

    async function run(chosen: Purchase): Promise<void> {
      const made = await api.call('payScanCode', { m_id: chosen.planId, provider: chosen.provider }, { signal });
      if (signal.aborted) return;
      if (!made.ok) return show({ ...NOT_YET, problem: made.error });
      const order = made.value;
      show({ ...NOT_YET, order });
      while (await pause(signal)) {
        const answer = await api.call('orderStatus', { o_id: order.o_id, quiet: true }, { signal, quiet: true });
        if (signal.aborted) return;
        // Retries while the server is unreachable, but not if the order doesn't exist.
        if (!answer.ok && answer.error.code !== 'server.notFound') continue;
        if (!answer.ok) return show({ order: null, state: 'created', problem: answer.error });
        const state = stateOf(answer.value.status);
        if (state === 'created') continue;
        show({ order, state, problem: null });
        if (state !== 'expired') end(state);
        return;
      }
    }
    void run(purchase);
    return () => leaving.abort();
  }, [api, purchase]);

  return payment.of === purchase ? payment : NOT_YET;
}

/** An unknown number counts as pending. */
function stateOf(status: number): OrderState {
  const states = Object.keys(ORDER_STATUS) as OrderState[];
  return states.find((state) => ORDER_STATUS[state] === status) ?? 'created';
}

/** False if the signal has aborted. */
function pause(signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(false);
    const stop = (): void => {
      clearTimeout(timer);
      resolve(false);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve(true);
    }, ORDER_POLL_MS);
    signal.addEventListener('abort', stop, { once: true });
  });
}
