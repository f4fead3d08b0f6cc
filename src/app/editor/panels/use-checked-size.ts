import { App } from 'antd';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { BarcodeElement } from '#model/elements/barcode/barcode-element.ts';
import { problem } from '#model/kernel/problem.ts';
import { problemText } from '#app/i18n/problem-text.ts';
import { useEditorSession } from '../session/editor-session.tsx';
import { useStore } from '../session/store.ts';

/**
 * Specification 2, section 5: a font size that makes the number wider than its barcode is taken back, and the user is
 * told to stretch the barcode. A number that was too wide already is left alone. Returns what sets a new size.
 */
export function useCheckedSize(element: BarcodeElement, setSize: (size: number) => void): (size: number) => void {
  const { t } = useTranslation('problems');
  const { message } = App.useApp();
  const { editor, frame } = useEditorSession();
  const picture = useStore(frame);
  const pending = useRef<{ readonly from: number; readonly revision: number } | null>(null);
  const tooWide = (picture?.warnings ?? []).some(
    (warning) => warning.elementId === element.id && warning.problem.code === 'symbol.textTooWide',
  );

  useEffect(() => {
    const tried = pending.current;
    if (tried === null || picture === null || picture.revision < tried.revision) return;
    pending.current = null;
    if (!tooWide) return;
    setSize(tried.from);
    void message.error({ content: problemText(t, problem('symbol.textTooWide')), key: 'textTooWide' });
  }, [picture, tooWide, setSize, message, t]);

  return useCallback(
    (size: number): void => {
      const from = pending.current?.from ?? element.fontSize;
      const checked = size > from && (pending.current !== null || !tooWide);
      setSize(size);
      pending.current = checked ? { from, revision: editor.state().revision } : null;
    },
    [editor, element.fontSize, setSize, tooWide],
  );
}
