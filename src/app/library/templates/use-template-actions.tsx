import { useState, type ReactElement } from 'react';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Problem } from '#model/kernel/problem.ts';
import { type TemplateInfo, WEB_PLATFORM } from '#protocol/api.ts';
import { noticeText } from '#app/state/i18n/problem-text.ts';
import { editLabelPath } from '#app/state/label-attributes.ts';
import { useSetOpenedTemplate } from '#app/state/opened-template.ts';
import { useServices } from '#app/state/services.tsx';
import { useRequirePrivilege } from '#app/ui/use-require-privilege.ts';
import { VersionsDialog } from '#app/library/versions/VersionsDialog.tsx';
import type { QuickPrintProps } from '#app/quick-print/QuickPrint.tsx';
import { createLazyComponent, FallbackDialog, type LazyComponent } from '#app/ui/lazy-component.tsx';
import { attributesOf } from '#app/state/template-attributes.ts';
import { ShareDialog } from '#app/library/templates/ShareDialog.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import type { LabelScope } from './replace-in-labels.ts';
import type { ReplaceInLabelsDialogProps } from './ReplaceInLabelsDialog.tsx';
import { RemarkDialog } from './RemarkDialog.tsx';
import { useDownload } from './use-download.tsx';
import { useMoves } from './use-moves.tsx';
import { NameDialog } from '#app/library/templates/NameDialog.tsx';

const quickPrint: LazyComponent<QuickPrintProps> = createLazyComponent(
  async () => (await import('#app/quick-print/QuickPrint.tsx')).QuickPrint,
  FallbackDialog,
);

const replaceInLabels: LazyComponent<ReplaceInLabelsDialogProps> = createLazyComponent(
  async () => (await import('./ReplaceInLabelsDialog.tsx')).ReplaceInLabelsDialog,
  FallbackDialog,
);

export interface TemplateActions {
  readonly open: (template: TemplateInfo) => void;
  /** Prints it without opening it. */
  readonly print: (template: TemplateInfo) => void;
  /** Opens the form of its fill-in fields. */
  readonly fill: (template: TemplateInfo) => void;
  /** Opens the screen that prints rows by their keys. */
  readonly scan: (template: TemplateInfo) => void;
  readonly rename: (template: TemplateInfo) => void;
  readonly remark: (template: TemplateInfo) => void;
  /** Shows earlier versions. */
  readonly versions: (template: TemplateInfo) => void;
  /** Creates a link to it, or submits it to the common library. */
  readonly share: (template: TemplateInfo) => void;
  readonly duplicate: (templates: readonly TemplateInfo[]) => void;
  /** Finds and replaces in their texts. */
  readonly replace: (scope: LabelScope) => void;
  /** Asks for a folder to move them to. */
  readonly move: (templates: readonly TemplateInfo[]) => void;
  readonly moveTo: (ids: readonly string[], folder: { readonly id: string; readonly name: string }) => void;
  /** Moves them to the trash; the user can undo this. */
  readonly remove: (templates: readonly { readonly id: string; readonly name: string }[]) => void;
  /** Downloads them as files. */
  readonly download: (templates: readonly TemplateInfo[]) => void;
  /** The dialogs of the actions; rendered by the caller. */
  readonly dialogs: ReactElement;
}

type Open =
  | { readonly type: 'rename' | 'remark' | 'print' | 'versions' | 'share'; readonly template: TemplateInfo }
  | { readonly type: 'replace'; readonly scope: LabelScope }
  | { readonly type: 'move'; readonly templates: readonly TemplateInfo[] };

/** The actions on saved templates. Calls `onChanged` after the server has done one. */
export function useTemplateActions(onChanged: () => void): TemplateActions {
  const { t } = useTranslation(['home', 'common', 'tips', 'problems', 'templates', 'sharing']);
  const { message } = App.useApp();
  const { api } = useServices();
  const navigate = useNavigate();
  const requirePrivilege = useRequirePrivilege();
  const setOpened = useSetOpenedTemplate();
  const [open, setOpen] = useState<Open | null>(null);
  const download = useDownload();
  const { moveTo, remove } = useMoves(onChanged);
  const close = (): void => setOpen(null);

  function showProblem(problem: Problem): void {
    const notice = noticeText(t, problem);
    if (notice !== null) void message.error(notice);
  }

  async function duplicate(templates: readonly TemplateInfo[]): Promise<void> {
    const answer = await api.call('copyTemplates', { ids: templates.map(({ id }) => id) }, { loading: true });
    onChanged();
    if (!answer.ok) showProblem(answer.error);
    else if (answer.value.count === 1) void message.success(t('duplicated', { name: answer.value.list[0]?.name }));
    else void message.success(t('templates:copied', { count: answer.value.count }));
  }

  function done(text: string): void {
    close();
    void message.success(text);
    onChanged();
  }

  function dialog(): ReactElement | null {
    switch (open?.type) {
      case undefined:
        return null;
      case 'rename':
        return <RenameDialog template={open.template} onClose={close} onRenamed={() => done(t('tips:tip48'))} />;
      case 'remark':
        return <RemarkDialog template={open.template} onClose={close} onSaved={() => done(t('tips:tip58'))} />;
      case 'move':
        return (
          <MoveDialog
            templates={open.templates}
            onClose={close}
            onMove={(folder) =>
              moveTo(
                open.templates.map(({ id }) => id),
                folder,
              )
            }
          />
        );
      case 'replace':
        return <replaceInLabels.Part scope={open.scope} onClose={close} onChanged={onChanged} />;
      case 'versions':
        return (
          <VersionsDialog
            templateId={open.template.id}
            name={open.template.name}
            now={null}
            onClose={close}
            onRestore={async (version, revision) => {
              const answer = await api.call('restoreVersion', { id: open.template.id, version, revision });
              if (answer.ok) done(t('templates:versionRestored'));
              return answer.ok ? null : answer.error;
            }}
          />
        );
      case 'share':
        return <ShareDialog template={open.template} onClose={close} />;
      case 'print':
        return (
          <quickPrint.Part
            key={open.template.id}
            templateId={open.template.id}
            name={open.template.name}
            onClose={close}
          />
        );
    }
  }

  return {
    open: (template) => {
      setOpened(null);
      void navigate(editLabelPath(attributesOf(template), 'edit'));
    },
    print(template) {
      if (requirePrivilege('quickPrint')) setOpen({ type: 'print', template });
    },
    fill: ({ id }) => void navigate(`/fillPrint?${new URLSearchParams({ id }).toString()}`),
    scan({ id }) {
      if (requirePrivilege('scanPrint')) void navigate(`/scanPrint?${new URLSearchParams({ id }).toString()}`);
    },
    rename: (template) => setOpen({ type: 'rename', template }),
    remark: (template) => setOpen({ type: 'remark', template }),
    versions: (template) => setOpen({ type: 'versions', template }),
    share: (template) => setOpen({ type: 'share', template }),
    duplicate: (templates) => void duplicate(templates),
    replace: (scope) => setOpen({ type: 'replace', scope }),
    move: (templates) => setOpen({ type: 'move', templates }),
    moveTo: (ids, folder) =>
      void moveTo(ids, folder).then((problem) => {
        if (problem !== null) showProblem(problem);
      }),
    remove: (templates) => void remove(templates),
    download: (templates) => void download(templates),
    dialogs: <>{dialog()}</>,
  };
}

interface RenameDialogProps {
  readonly template: TemplateInfo;
  readonly onClose: () => void;
  readonly onRenamed: () => void;
}

function RenameDialog({ template, onClose, onRenamed }: RenameDialogProps): ReactElement {
  const { t } = useTranslation(['home', 'common']);
  const { api } = useServices();
  return (
    <NameDialog
      title={t('common:action.rename')}
      label={t('name')}
      initial={template.name}
      onClose={onClose}
      onName={async (name) => {
        const answer = await api.call(
          'editTemplate',
          { id: template.id, name, platform: WEB_PLATFORM },
          { loading: true },
        );
        if (answer.ok) onRenamed();
        return answer.ok ? null : answer.error;
      }}
    />
  );
}
