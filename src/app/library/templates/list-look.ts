import { TEMPLATE_ORDERS, type TemplateOrder } from '#protocol/api.ts';
import { storedAtom, useStored } from '#app/state/stored-atom.ts';

const VIEWS = ['grid', 'list'] as const;
export type ListView = (typeof VIEWS)[number];

const viewAtom = storedAtom<ListView>('TemplateView', (text) => VIEWS.find((known) => known === text) ?? 'grid');
const orderAtom = storedAtom<TemplateOrder>(
  'TemplateOrder',
  (text) => TEMPLATE_ORDERS.find((known) => known === text) ?? 'changed',
);

export interface ListLook {
  readonly view: ListView;
  readonly order: TemplateOrder;
  readonly setView: (view: ListView) => void;
  readonly setOrder: (order: TemplateOrder) => void;
}

/** The user's view of the list of templates; kept by the browser. */
export function useListLook(): ListLook {
  const [view, setView] = useStored(viewAtom);
  const [order, setOrder] = useStored(orderAtom);
  return { view, order, setView, setOrder };
}
