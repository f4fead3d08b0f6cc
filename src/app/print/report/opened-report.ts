import type { PrintReport } from '#printing/report.ts';
import { createStore, type Store } from '#app/state/store.ts';

/** The report over the screen after its print window has closed; null for none. */
export const openedReport: Store<PrintReport | null> = createStore<PrintReport | null>(null);
