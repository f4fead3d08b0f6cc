import type { Abort } from '#model/kernel/abort.ts';
import { problem } from '#model/kernel/problem.ts';
import { err, ok } from '#model/kernel/result.ts';
import type { PrintPorts, SheetRenderer } from '#printing/ports.ts';
import type { PrintRenderer, PrintRunHandle } from '#services/render/print-renderer.ts';
import type { Services } from '#app/state/services.tsx';

/** The browser's side of a print run: its worker, its assistant, its journal and its locks. */
export function createPrintPorts(services: Services): PrintPorts {
  return {
    renderer: sheetRenderer(services.printRenderer),
    sink: services.assistant,
    openJournal: services.openJournal,
    lockPrinter: (printer, abort) => services.acquirePrinterLock(printer, signalOf(abort)),
    digest: sha256,
    clock: { now: () => Date.now() },
  };
}

/** The renderer speaks in handles that close themselves, a run in numbers. */
function sheetRenderer(printRenderer: PrintRenderer): SheetRenderer {
  const handles = new Map<number, PrintRunHandle>();
  let lastId = 0;
  return {
    async openRun(setup, abort) {
      const opened = await printRenderer.openRun(setup, signalOf(abort));
      if (!opened.ok) return opened;
      const runId = ++lastId;
      handles.set(runId, opened.value);
      return ok({ runId, sheet: opened.value.sheet });
    },
    async printRecords(runId, records, flush, abort) {
      const handle = handles.get(runId);
      return handle === undefined ? err(problem('aborted')) : handle.printRecords(records, flush, signalOf(abort));
    },
    async closeRun(runId) {
      handles.get(runId)?.close();
      handles.delete(runId);
    },
  };
}

/** One signal for each abort, however many calls are made with it. */
const signals = new WeakMap<Abort, AbortSignal>();

function signalOf(abort: Abort): AbortSignal {
  if (abort instanceof AbortSignal) return abort;
  const known = signals.get(abort);
  if (known !== undefined) return known;
  const controller = new AbortController();
  if (abort.aborted) controller.abort();
  else abort.addEventListener('abort', () => controller.abort(), { once: true });
  signals.set(abort, controller.signal);
  return controller.signal;
}

async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(bytes));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
