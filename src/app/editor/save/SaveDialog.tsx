import { useId, useState, type JSX } from 'react';
import { Input, Modal, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { nameFaultText } from '#app/state/i18n/name-fault-text.ts';
import { REMARK_MAX_LENGTH, type ListedFolder } from '#protocol/api.ts';
import './save.css';

/** The server's limit. */
const NAME_MAX_LENGTH = 100;

/** The folder and the name for saving a label. */
export interface SavePlace {
  readonly name: string;
  readonly folderId: string;
  readonly remark: string;
}

export interface SaveDialogProps {
  readonly title: string;
  readonly first: SavePlace;
  readonly folders: readonly ListedFolder[];
  /** Null if the user cancels. */
  onDone(place: SavePlace | null): void;
}

/** Asks for the name, the folder and the remark of a label that is saved for the first time, or as another one. */
export function SaveDialog({ title, first, folders, onDone }: SaveDialogProps): JSX.Element {
  const { t } = useTranslation(['save', 'common', 'tips']);
  const id = useId();
  const [place, setPlace] = useState(first);
  const fault = nameFaultText(t, place.name);
  const confirm = (): void => {
    if (fault === null) onDone({ ...place, name: place.name.trim(), remark: place.remark.trim() });
  };
  return (
    <Modal
      open
      centered
      width={460}
      title={title}
      okText={t('common:action.save')}
      cancelText={t('common:action.cancel')}
      okButtonProps={{ disabled: fault !== null }}
      onOk={confirm}
      onCancel={() => onDone(null)}
    >
      <div className="ed-save" data-testid="save-place">
        <label htmlFor={`${id}-name`}>{t('name')}</label>
        <Input
          id={`${id}-name`}
          autoFocus
          value={place.name}
          maxLength={NAME_MAX_LENGTH}
          status={fault === null ? '' : 'error'}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setPlace({ ...place, name: event.target.value })}
          onPressEnter={confirm}
        />
        <p role="alert">{fault}</p>
        <label htmlFor={`${id}-folder`}>{t('folder')}</label>
        <Select
          id={`${id}-folder`}
          showSearch={{ optionFilterProp: 'label' }}
          value={place.folderId}
          options={folders.map((folder) => ({ value: folder.id, label: folder.name }))}
          onChange={(folderId) => setPlace({ ...place, folderId })}
        />
        <label htmlFor={`${id}-remark`}>{t('remark')}</label>
        <Input.TextArea
          id={`${id}-remark`}
          rows={3}
          maxLength={REMARK_MAX_LENGTH}
          value={place.remark}
          onChange={(event) => setPlace({ ...place, remark: event.target.value })}
        />
      </div>
    </Modal>
  );
}
