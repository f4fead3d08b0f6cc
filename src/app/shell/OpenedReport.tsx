import type { ReactElement } from 'react';
import type { PrintReport } from '#printing/report.ts';
import { createLatePart, LateDialog, type LatePart } from '#app/ui/late-part.tsx';
import { openedReport } from '#app/print/report/opened-report.ts';
import { useStore } from '#app/state/store.ts';

const finished: LatePart<{ readonly report: PrintReport; onClose(): void }> = createLatePart(
  async () => (await import('#app/print/reprint/FinishedReport.tsx')).FinishedReport,
  LateDialog,
);

/** The report that a notification has opened, on any screen. */
export function OpenedReport(): ReactElement | null {
  const report = useStore(openedReport);
  return report === null ? null : <finished.Part report={report} onClose={() => openedReport.set(null)} />;
}
