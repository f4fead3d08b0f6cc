import { useState } from 'react';
import type { ReactElement } from 'react';
import { Alert, Modal, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import type { CloudFolder } from '#protocol/api.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';

interface MoveDialogProps {
  readonly count: number;
  /** The possible targets; may be empty. */
  readonly folders: readonly CloudFolder[];
  /** Resolves to null on success, otherwise to the problem. */
  readonly onMove: (folderId: string) => Promise<Problem | null>;
  readonly onClose: () => void;
}

/** Asks for the folder to move files to. */
export function MoveDialog({ count, folders, onMove, onClose }: MoveDialogProps): ReactElement {
  const { t } = useTranslation(['cloud', 'common', 'problems']);
  const [to, setTo] = useState(folders[0]?.id ?? '');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Problem | null>(null);

  async function move(): Promise<void> {
    setBusy(true);
    const problem = await onMove(to);
    setBusy(false);
    if (problem === null) onClose();
    else setRefused(problem);
  }
  return (
    <Modal
      open
      centered
      width={440}
      title={t('moveTitle', { count })}
      okText={t('moveNow')}
      cancelText={t('common:action.cancel')}
      okButtonProps={{ disabled: to === '', loading: busy }}
      onOk={() => void move()}
      onCancel={onClose}
    >
      {folders.length === 0 ? (
        <p>{t('noOtherFolder')}</p>
      ) : (
        <Select
          className="cloud-move-to"
          aria-label={t('moveTo')}
          value={to}
          options={folders.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setTo}
        />
      )}
      {refused === null ? null : <Alert type="error" showIcon title={problemText(t, refused)} />}
    </Modal>
  );
}
