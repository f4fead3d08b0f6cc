import { useEffect, useState } from 'react';
import type { BarcodeElement } from '#model/elements/barcode/barcode-element.ts';
import type { QrcodeElement } from '#model/elements/qrcode/qrcode-element.ts';
import { contentOf } from '#model/data/content.ts';
import { createElementValues, elementLookup } from '#model/data/element-values.ts';
import { localTimeAt } from '#model/kernel/local-time.ts';
import type { ElementSymbolSize } from '#model/elements/symbol-size.ts';
import { startTimer, stopTimer } from '#services/idle.ts';
import { useEditorSession, useEditorState } from '../session/editor-session.tsx';
import { useStore } from '#app/state/store.ts';

/** A drag changes the element in every frame, so it is measured only after a pause. */
const REST_MS = 120;

/** How large the element's symbol is printed; null while it is not known or when it cannot be made. */
export function useSymbolSize(element: BarcodeElement | QrcodeElement, dpi: number): ElementSymbolSize | null {
  const { render, data } = useEditorSession();
  const { record } = useStore(data.state);
  const { widthMm, heightMm } = useEditorState((s) => s.template.label);
  const content = useEditorState(({ template }) => {
    const values = createElementValues(elementLookup(template.elements), record, { now: localTimeAt() });
    const known = contentOf(element.sources, record, values);
    return known.ok ? known.value : null;
  });
  const [size, setSize] = useState<ElementSymbolSize | null>(null);
  useEffect(() => {
    const aborter = new AbortController();
    const timer = startTimer(async () => {
      const label = { widthMm, heightMm };
      const measured = content === null ? null : await render.symbolSize(element, content, dpi, label, aborter.signal);
      if (!aborter.signal.aborted) setSize(measured?.ok === true ? measured.value : null);
    }, REST_MS);
    return () => {
      stopTimer(timer);
      aborter.abort();
    };
  }, [element, content, dpi, widthMm, heightMm, render]);
  return size;
}
