import { useState } from 'react';
import { TEMPLATE_ORDERS, type TemplateOrder } from '#protocol/api.ts';
import { readStored, writeStored } from '#app/state/browser-storage.ts';

const VIEWS = ['grid', 'list'] as const;
export type ListView = (typeof VIEWS)[number];

const VIEW_KEY = 'TemplateView';
const ORDER_KEY = 'TemplateOrder';

export interface ListLook {
  readonly view: ListView;
  readonly order: TemplateOrder;
  readonly setView: (view: ListView) => void;
  readonly setOrder: (order: TemplateOrder) => void;
}

/** The user's view of the list of templates; kept by the browser. */
export function useListLook(): ListLook {
  const [view, setView] = useState(() => VIEWS.find((known) => known === readStored(VIEW_KEY)) ?? 'grid');
  const [order, setOrder] = useState(
    () => TEMPLATE_ORDERS.find((known) => known === readStored(ORDER_KEY)) ?? 'changed',
  );
  return {
    view,
    order,
    setView(next) {
      setView(next);
      writeStored(VIEW_KEY, next);
    },
    setOrder(next) {
      setOrder(next);
      writeStored(ORDER_KEY, next);
    },
  };
}
