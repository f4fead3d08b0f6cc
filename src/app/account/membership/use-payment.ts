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

/** What is being bought, and how. */
export interface Purchase {
  readonly planId: string;
  readonly provider: PaymentProviderName;
  /** Counts up for another order of the same. */
  readonly attempt: number;
}

export interface Payment {
  /** Null until the server has made it. */
  readonly order: PayAnswer | null;
  readonly state: OrderState;
  /** Why there is no order, or why it cannot be asked for. */
  readonly problem: Problem | null;
}

const NOT_YET: Payment = { order: null, state: 'created', problem: null };

/**
 * Makes an order of what is chosen and asks every 3 seconds how it stands, until it is paid, failed or ended (specification 1,
 * section 5). Another choice makes another order; leaving the page ends the asking.
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
        // A server that is away for a while is asked again; one that knows of no such order is not.
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

/** Numbers that are not known go on being asked for. */
function stateOf(status: number): OrderState {
  const states = Object.keys(ORDER_STATUS) as OrderState[];
  return states.find((state) => ORDER_STATUS[state] === status) ?? 'created';
}

/** False where the signal has aborted. */
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
