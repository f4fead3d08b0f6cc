import { useState } from 'react';
import type { ReactElement } from 'react';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Problem } from '#model/kernel/problem.ts';
import type { TemplateInfo } from '#protocol/api.ts';
import { toldText } from '#app/i18n/problem-text.ts';
import { editLabelPath } from '#app/state/label-attributes.ts';
import { useSetOpenedTemplate } from '#app/state/opened-template.ts';
import { useServices } from '#app/state/services.tsx';
import type { QuickPrintProps } from '#app/ways/QuickPrint.tsx';
import { createLatePart, LateDialog, type LatePart } from '#app/late-part/late-part.tsx';
import { RenameDialog } from './RenameDialog.tsx';
import { attributesOf } from '#app/state/template-attributes.ts';

const quickPrint: LatePart<QuickPrintProps> = createLatePart(
  async () => (await import('#app/ways/QuickPrint.tsx')).QuickPrint,
  LateDialog,
);

export interface TemplateActions {
  readonly open: (template: TemplateInfo) => void;
  /** Prints it without opening it. */
  readonly print: (template: TemplateInfo) => void;
  /** Goes to the form of what is filled in on it. */
  readonly fill: (template: TemplateInfo) => void;
  /** Goes to where rows are printed by their keys. */
  readonly scan: (template: TemplateInfo) => void;
  readonly rename: (template: TemplateInfo) => void;
  readonly duplicate: (template: TemplateInfo) => void;
  readonly remove: (template: TemplateInfo) => void;
  /** The dialogs of the actions; the caller renders them. */
  readonly dialogs: ReactElement;
}

/** What can be done with a saved template. `onChanged` is called after the server has done it. */
export function useTemplateActions(onChanged: () => void): TemplateActions {
  const { t } = useTranslation(['home', 'common', 'tips', 'problems']);
  const { message, modal } = App.useApp();
  const { api } = useServices();
  const navigate = useNavigate();
  const setOpened = useSetOpenedTemplate();
  const [renaming, setRenaming] = useState<TemplateInfo | null>(null);
  const [printing, setPrinting] = useState<TemplateInfo | null>(null);

  function tell(problem: Problem): void {
    const told = toldText(t, problem);
    if (told !== null) void message.error(told);
  }

  async function duplicate(template: TemplateInfo): Promise<void> {
    const answer = await api.call('copyTemplate', { id: template.id }, { loading: true });
    if (!answer.ok) {
      tell(answer.error);
      return;
    }
    void message.success(t('duplicated', { name: answer.value.name }));
    onChanged();
  }

  async function remove(template: TemplateInfo): Promise<void> {
    const answer = await api.call('deleteTemplate', { id: template.id }, { loading: true });
    if (!answer.ok) tell(answer.error);
    onChanged();
  }

  return {
    open: (template) => {
      setOpened(null);
      void navigate(editLabelPath(attributesOf(template), 'edit'));
    },
    print: setPrinting,
    fill: ({ id }) => void navigate(`/fillPrint?${new URLSearchParams({ id }).toString()}`),
    scan: ({ id }) => void navigate(`/scanPrint?${new URLSearchParams({ id }).toString()}`),
    rename: setRenaming,
    duplicate: (template) => void duplicate(template),
    remove: (template) => {
      modal.confirm({
        title: t('delete.title', { name: template.name }),
        content: t('delete.text'),
        centered: true,
        okText: t('common:action.delete'),
        cancelText: t('common:action.cancel'),
        okButtonProps: { danger: true },
        onOk: () => remove(template),
      });
    },
    dialogs: (
      <>
        {renaming === null ? null : (
          <RenameDialog
            template={renaming}
            onClose={() => setRenaming(null)}
            onRenamed={() => {
              setRenaming(null);
              void message.success(t('tips:tip48'));
              onChanged();
            }}
          />
        )}
        {printing === null ? null : (
          <quickPrint.Part
            key={printing.id}
            templateId={printing.id}
            name={printing.name}
            onClose={() => setPrinting(null)}
          />
        )}
      </>
    ),
  };
}
