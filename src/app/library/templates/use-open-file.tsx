import { useRef } from 'react';
import type { ChangeEvent, ReactElement } from 'react';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { createLabelAttributes, editLabelPath } from '#app/state/label-attributes.ts';
import { useSetOpenedTemplate, type OpenedFile } from '#app/state/opened-template.ts';

/** Lets the user choose a local template file, and opens it in the editor, to be saved in that folder. */
export function useOpenFile(folderId = ''): { readonly choose: () => void; readonly picker: ReactElement } {
  const { t } = useTranslation(['home', 'problems']);
  const { message } = App.useApp();
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const setOpened = useSetOpenedTemplate();

  async function take(event: ChangeEvent<HTMLInputElement>): Promise<void> {
    const file = event.target.files?.[0];
    event.target.value = ''; // otherwise choosing the same file again fires no event
    if (file === undefined) return;
    // Loaded late: the reader imports all element types and symbologies, which the home page does not need.
    const { openTemplateFile } = await import('./open-template-file.ts');
    const opened = await openTemplateFile(file);
    if (!opened.ok) {
      void message.error(t('openFailed', { name: file.name, reason: problemText(t, opened.error) }));
      return;
    }
    const { template, hash } = opened.value;
    setOpened(template);
    const state: OpenedFile = { openedFile: file.name };
    const attributes = { ...createLabelAttributes(template.label, hash), parentId: folderId };
    void navigate(editLabelPath(attributes, 'add'), { state });
  }

  return {
    choose: () => input.current?.click(),
    picker: (
      <input
        ref={input}
        type="file"
        hidden
        accept=".tprt,.tprts"
        aria-label={t('openFile')}
        onChange={(event) => void take(event)}
      />
    ),
  };
}
