import { useEffect, useState } from 'react';
import type { OpenedView } from '#app/ui/table-grid/use-table-view.ts';
import { RowSteps, type RowStepsHost } from './row-steps.ts';

/** Steps through the rows of a view, from the shown one. `host` may change at any time. */
export function useRowSteps({ view, part }: OpenedView, host: RowStepsHost): Pick<RowSteps, 'step' | 'giveUp'> {
  const [steps] = useState(() => new RowSteps());
  useEffect(() => steps.serve(host), [steps, host]);
  useEffect(() => steps.use(view === null ? null : { view, part }), [steps, view, part]);
  useEffect(() => () => steps.use(null), [steps]);
  return steps;
}
