import { useEffect, useRef, useState } from 'react';
import type { Problem } from '#model/kernel/problem.ts';
import type { PrintRun } from '#printing/run-print.ts';
import { useServices } from '#app/state/services.tsx';
import { gridProblem, startGridRun, type GridOrder } from './grid-run.ts';

export interface GridPrinting {
  readonly isPrinting: boolean;
  /** Why the last grid was not printed. */
  readonly problem: Problem | null;
  /** Resolves to whether the printer has it. Leaving the dialog cancels a pending one. */
  print(order: GridOrder): Promise<boolean>;
}

/** Prints test grids, one at a time. */
export function useGridRun(): GridPrinting {
  const services = useServices();
  const [isPrinting, setPrinting] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const running = useRef<PrintRun | null>(null);
  useEffect(() => () => running.current?.cancel(), []);

  async function print(order: GridOrder): Promise<boolean> {
    setPrinting(true);
    setProblem(null);
    const run = startGridRun(services, order);
    running.current = run;
    let held: Problem | null = null;
    run.subscribe(({ phase }) => {
      if (phase.type === 'held') held = phase.problem;
    });
    const report = await run.done;
    running.current = null;
    const reason = gridProblem(report, held);
    setPrinting(false);
    setProblem(reason);
    return reason === null;
  }

  return { isPrinting, problem, print };
}
