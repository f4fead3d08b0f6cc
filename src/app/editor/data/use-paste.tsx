import { App } from 'antd';
import type { TFunction } from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { parseClipboard } from '#editor/clipboard.ts';
import { belongsToField } from '../session/chords.ts';
import { pastedTable, type PastedTable } from './pasted-table.ts';

/** The content of the clipboard; '' for a missing format. */
interface Copied {
  readonly html: string;
  readonly plain: string;
}

/**
 * The table that is pasted with the keyboard while no field has the focus. Null if there is none, or if an element of a
 * label was copied: that one goes to the canvas.
 */
export function tableOfPaste({
  target,
  clipboardData,
}: Pick<ClipboardEvent, 'target' | 'clipboardData'>): PastedTable | null {
  if (belongsToField(target) || clipboardData === null) return null;
  const plain = clipboardData.getData('text/plain');
  return parseClipboard(plain).ok ? null : pastedTable(clipboardData.getData('text/html'), plain);
}

/**
 * Reads the table on the clipboard. If the browser does not let a page read the clipboard, asks the user to paste with the
 * keyboard. Null if there is none (reported to the user) or if the user cancels.
 */
export function usePaste(): () => Promise<PastedTable | null> {
  const { t } = useTranslation(['editor', 'common']);
  const { message, modal } = App.useApp();
  return useCallback(async () => {
    const copied = (await readClipboard()) ?? (await askForKeys(modal, t));
    if (copied === null) return null;
    const table = pastedTable(copied.html, copied.plain);
    if (table === null) void message.warning({ content: t('paste.nothing'), key: 'spreadsheet' });
    return table;
  }, [message, modal, t]);
}

/** A field that receives the paste. Null if the user cancels. */
async function askForKeys(
  modal: ReturnType<typeof App.useApp>['modal'],
  t: TFunction<['editor', 'common']>,
): Promise<Copied | null> {
  const { promise, resolve } = Promise.withResolvers<Copied | null>();
  const dialog = modal.confirm({
    icon: null,
    centered: true,
    title: t('paste.title'),
    content: (
      <textarea
        ref={(field) => field?.focus()}
        className="ed-paste"
        aria-label={t('paste.title')}
        placeholder={t('paste.here')}
        rows={4}
        onPaste={(event) => {
          event.preventDefault();
          const { clipboardData } = event;
          resolve({ html: clipboardData.getData('text/html'), plain: clipboardData.getData('text/plain') });
        }}
      />
    ),
    footer: (_footer, { CancelBtn }) => <CancelBtn />,
    cancelText: t('common:action.cancel'),
    onCancel: () => resolve(null),
  });
  const answer = await promise;
  dialog.destroy();
  return answer;
}

/** Null if the browser or the user does not allow it. */
async function readClipboard(): Promise<Copied | null> {
  try {
    const items = await navigator.clipboard.read();
    const textOf = async (type: string): Promise<string> => {
      const item = items.find(({ types }) => types.includes(type));
      return item === undefined ? '' : (await item.getType(type)).text();
    };
    return { html: await textOf('text/html'), plain: await textOf('text/plain') };
  } catch {
    return null;
  }
}
