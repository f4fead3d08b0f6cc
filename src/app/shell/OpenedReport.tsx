import type { ReactElement } from 'react';
import type { PrintReport } from '#printing/report.ts';
import { createLazyComponent, FallbackDialog, type LazyComponent } from '#app/ui/lazy-component.tsx';
import { openedReport } from '#app/print/report/opened-report.ts';
import { useStore } from '#app/state/store.ts';

const finished: LazyComponent<{ readonly report: PrintReport; onClose(): void }> = createLazyComponent(
  async () => (await import('#app/print/reprint/FinishedReport.tsx')).FinishedReport,
  FallbackDialog,
);

/** The report opened from a notification, on any screen. */
export function OpenedReport(): ReactElement | null {
  const report = useStore(openedReport);
  return report === null ? null : <finished.Part report={report} onClose={() => openedReport.set(null)} />;
}
