import { dotsPerMm } from '#model/kernel/units.ts';
import { useEditorSession } from '../session/editor-session.tsx';
import type { RunPrinter } from '../session/run-printer.ts';
import { useStore } from '#app/state/store.ts';
import type { RulerUnit } from './ruler-ticks.ts';

/** The printer whose dots the canvas shows; null for the usual picture. */
export function usePrinted(): RunPrinter | null {
  const { asPrinted, printer } = useEditorSession();
  const on = useStore(asPrinted);
  const found = useStore(printer.state);
  return on ? found : null;
}

/** The size of a dot on the screen, for the ruler of each axis. A calibrated printer's dots are not square. */
export function dotSizePx(
  { dpi, calibration }: RunPrinter,
  pxPerMm: number,
): { readonly across: RulerUnit; readonly down: RulerUnit } {
  const dotPx = pxPerMm / dotsPerMm(dpi);
  return {
    across: { dotPx: dotPx / (calibration?.acrossScale ?? 1) },
    down: { dotPx: dotPx / (calibration?.alongScale ?? 1) },
  };
}
