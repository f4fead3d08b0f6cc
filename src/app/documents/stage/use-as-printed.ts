import { useEffect, useState } from 'react';
import type { Problem } from '#model/kernel/problem.ts';
import type { DocumentPlan } from '#model/document/document-plan.ts';
import type { Calibration } from '#model/page/calibration.ts';
import type { PreviewPage } from '#protocol/render.ts';
import { useServices } from '#app/state/services.tsx';
import { startTimer, stopTimer } from '#services/idle.ts';

export interface AsPrinted {
  /** The last rendered label, even while the next one is rendered. */
  readonly made: { readonly page: PreviewPage; readonly url: string } | null;
  readonly problem: Problem | null;
  readonly isLoading: boolean;
}

interface Made extends Omit<AsPrinted, 'isLoading'> {
  readonly plan: DocumentPlan;
}

/** Delay after the last change: sliders send many. */
const SETTLE_MS = 120;

/** One label in the printer's dots, rendered again after each change. `plan` has that label alone; null for none. */
export function useAsPrinted(plan: DocumentPlan | null, dpi: number, calibration: Calibration | null): AsPrinted {
  const { documentPreview } = useServices();
  const [made, setMade] = useState<Made | null>(null);
  useEffect(() => {
    if (plan === null) return undefined;
    const leaving = new AbortController();
    const timer = startTimer(() => {
      void documentPreview.asPrinted(plan, 0, dpi, calibration, leaving.signal).then((page) => {
        if (leaving.signal.aborted) return;
        setMade((before) =>
          page.ok
            ? {
                plan,
                made: {
                  page: page.value,
                  url: URL.createObjectURL(new Blob([new Uint8Array(page.value.png)], { type: 'image/png' })),
                },
                problem: null,
              }
            : { plan, made: before?.made ?? null, problem: page.error },
        );
      });
    }, SETTLE_MS);
    return () => {
      stopTimer(timer);
      leaving.abort();
    };
  }, [documentPreview, plan, dpi, calibration]);
  const url = made?.made?.url;
  useEffect(() => (url === undefined ? undefined : () => URL.revokeObjectURL(url)), [url]);
  return {
    made: made?.made ?? null,
    problem: made?.plan === plan ? made.problem : null,
    isLoading: plan !== null && made?.plan !== plan,
  };
}
