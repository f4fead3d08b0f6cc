import { useState, type ReactElement } from 'react';
import { Alert, Modal, Radio, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import type { FolderEntry } from './FolderItem.tsx';

/** What to do with the contents of a deleted folder. */
export type FolderContents = { readonly type: 'move'; readonly to: string } | { readonly type: 'discard' };

export interface DeleteFolderDialogProps {
  readonly folder: FolderEntry;
  /** The possible targets of its contents; at least one. */
  readonly others: readonly FolderEntry[];
  /** What "discard" means: to the trash, or deleted. */
  readonly discardText: string;
  /** `contents` is null for an empty folder. The dialog shows a resulting problem; null closes it. */
  readonly onDelete: (contents: FolderContents | null) => Promise<Problem | null>;
  readonly onClose: () => void;
}

/** Confirms the deletion of a folder, and asks what to do with its contents. */
export function DeleteFolderDialog(props: DeleteFolderDialogProps): ReactElement {
  const { folder, others } = props;
  const { t } = useTranslation(['folders', 'common', 'problems']);
  const [type, setType] = useState<FolderContents['type']>('move');
  const [to, setTo] = useState(others[0]?.id ?? '');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Problem | null>(null);

  async function confirm(): Promise<void> {
    setBusy(true);
    const contents: FolderContents = type === 'move' ? { type, to } : { type };
    const problem = await props.onDelete(folder.num === 0 ? null : contents);
    setBusy(false);
    if (problem === null) props.onClose();
    else setRefused(problem);
  }

  return (
    <Modal
      open
      centered
      width={460}
      title={t('deleteTitle', { name: folder.name })}
      okText={t('common:action.delete')}
      okButtonProps={{ danger: true, loading: busy }}
      cancelText={t('common:action.cancel')}
      onOk={() => void confirm()}
      onCancel={props.onClose}
    >
      {folder.num === 0 ? (
        <p>{t('deleteEmpty')}</p>
      ) : (
        <div className="folder-delete">
          <p>{t('deleteText', { count: folder.num })}</p>
          <Radio.Group
            vertical
            aria-label={t('deleteText', { count: folder.num })}
            value={type}
            onChange={(event) => setType(event.target.value as FolderContents['type'])}
            options={[
              { value: 'move', label: t('deleteMove') },
              { value: 'discard', label: props.discardText },
            ]}
          />
          <Select
            className="folder-delete-to"
            aria-label={t('deleteTo')}
            disabled={type !== 'move'}
            value={to}
            options={others.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setTo}
          />
        </div>
      )}
      {refused === null ? null : <Alert type="error" showIcon title={problemText(t, refused)} />}
    </Modal>
  );
}
