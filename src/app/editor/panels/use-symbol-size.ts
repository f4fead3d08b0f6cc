import { useEffect, useState } from 'react';
import type { BarcodeElement } from '#model/elements/barcode/barcode-element.ts';
import type { QrcodeElement } from '#model/elements/qrcode/qrcode-element.ts';
import type { ElementSymbolSize } from '#model/elements/symbol-size.ts';
import { useEditorSession, useEditorState } from '../session/editor-session.tsx';
import { useStore } from '../session/store.ts';

/** A drag changes the element in every frame, so it is measured only after a pause. */
const REST_MS = 120;

/** How large the element's symbol is printed; null while it is not known or when it cannot be made. */
export function useSymbolSize(element: BarcodeElement | QrcodeElement, dpi: number): ElementSymbolSize | null {
  const { render, data } = useEditorSession();
  const { record } = useStore(data.state);
  const { widthMm, heightMm } = useEditorState((s) => s.template.label);
  const [size, setSize] = useState<ElementSymbolSize | null>(null);
  useEffect(() => {
    const aborter = new AbortController();
    const timer = setTimeout(async () => {
      const measured = await render.symbolSize(element, record, dpi, { widthMm, heightMm }, aborter.signal);
      if (!aborter.signal.aborted) setSize(measured.ok ? measured.value : null);
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [element, record, dpi, widthMm, heightMm, render]);
  return size;
}
