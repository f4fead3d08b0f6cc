import { useState } from 'react';
import type { ReactElement } from 'react';
import { Alert, Modal, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import type { ListedFolder, TemplateInfo } from '#protocol/api.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { useAnswer } from '#app/state/use-answer.ts';

interface MoveDialogProps {
  readonly templates: readonly TemplateInfo[];
  readonly onClose: () => void;
  /** Resolves to null on success, otherwise to the problem. */
  readonly onMove: (folder: ListedFolder) => Promise<Problem | null>;
}

/** Asks for the folder to move templates to. */
export function MoveDialog({ templates, onClose, onMove }: MoveDialogProps): ReactElement {
  const { t } = useTranslation(['templates', 'common', 'problems']);
  const { answer, problem } = useAnswer('folderList', {});
  const folders = answer?.list ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Problem | null>(null);
  const only = templates.length === 1 ? templates[0] : undefined;
  const shown = refused ?? problem;
  const here = new Set(templates.map(({ parent_id: folder }) => folder));

  // A folder that already contains all of them is no target.
  const offered = folders.filter(({ id }) => here.size > 1 || !here.has(id));
  const folder = offered.find(({ id }) => id === chosen) ?? offered[0];

  async function move(): Promise<void> {
    if (folder === undefined) return;
    setBusy(true);
    const failed = await onMove(folder);
    setBusy(false);
    if (failed === null) onClose();
    else setRefused(failed);
  }

  return (
    <Modal
      open
      centered
      width={440}
      title={
        only === undefined ? t('moveTitle', { count: templates.length }) : t('moveTitleNamed', { name: only.name })
      }
      okText={t('move')}
      cancelText={t('common:action.cancel')}
      okButtonProps={{ disabled: folder === undefined, loading: busy }}
      onOk={() => void move()}
      onCancel={onClose}
    >
      <div className="move-field">
        {folders.length > 0 && offered.length === 0 ? (
          <p>{t('moveNowhere')}</p>
        ) : (
          <Select
            autoFocus
            aria-label={t('folder')}
            showSearch={{ optionFilterProp: 'label' }}
            loading={answer === null && problem === null}
            {...(folder === undefined ? {} : { value: folder.id })}
            options={offered.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setChosen}
          />
        )}
        {shown === null ? null : <Alert type="error" showIcon title={problemText(t, shown)} />}
      </div>
    </Modal>
  );
}
