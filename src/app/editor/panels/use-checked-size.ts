import { App } from 'antd';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { BarcodeElement } from '#model/elements/barcode/barcode-element.ts';
import type { QrcodeElement } from '#model/elements/qrcode/qrcode-element.ts';
import { problem } from '#model/kernel/problem.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { useEditorSession } from '../session/editor-session.tsx';
import { useStore } from '#app/state/store.ts';

interface CheckedSize {
  set(size: number): void;
  end(): void;
}

/**
 * Specification 2, section 5: a font size that makes the number wider than its barcode is reverted, and the user is asked
 * to stretch the barcode. A number that was already too wide is not affected. `set` applies each size during typing or
 * stepping, up to `end`; all of them are reverted together: a typed 100 was 10 before.
 */
export function useCheckedSize(element: BarcodeElement | QrcodeElement, setSize: (size: number) => void): CheckedSize {
  const { t } = useTranslation('problems');
  const { message } = App.useApp();
  const { editor, frame } = useEditorSession();
  const picture = useStore(frame);
  const pending = useRef<{ readonly from: number; readonly revision: number } | null>(null);
  /** The size before the typing or stepping began; null if there is none in progress. */
  const began = useRef<number | null>(null);
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

  const set = useCallback(
    (size: number): void => {
      const wasSound = began.current !== null || !tooWide;
      if (wasSound) began.current ??= element.fontSize;
      const from = began.current ?? element.fontSize;
      setSize(size);
      pending.current = wasSound && size > from ? { from, revision: editor.state().revision } : null;
    },
    [editor, element.fontSize, setSize, tooWide],
  );
  const end = useCallback(() => void (began.current = null), []);
  return { set, end };
}
