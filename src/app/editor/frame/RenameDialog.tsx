import { Input, Modal } from 'antd';
import { useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { nameFaultText } from '#app/state/i18n/name-fault-text.ts';

/** The name is also the name of the downloaded file. */
const MAX_NAME_LENGTH = 100;

export function RenameDialog({
  name,
  onCancel,
  onConfirm,
}: {
  name: string;
  onCancel(): void;
  onConfirm(name: string): void;
}): JSX.Element {
  const { t } = useTranslation('editor');
  const [value, setValue] = useState(name);
  const fault = nameFaultText(t, value);
  const confirm = (): void => {
    if (fault === null) onConfirm(value.trim());
  };
  return (
    <Modal
      open
      title={t('frame.rename')}
      width={420}
      centered
      okText={t('common:action.confirm')}
      cancelText={t('common:action.cancel')}
      okButtonProps={{ disabled: fault !== null }}
      onCancel={onCancel}
      onOk={confirm}
    >
      <Input
        autoFocus
        aria-label={t('label.name')}
        data-testid="rename-input"
        value={value}
        maxLength={MAX_NAME_LENGTH}
        status={fault === null ? '' : 'error'}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setValue(event.target.value)}
        onPressEnter={confirm}
      />
      <p className="ed-field-fault" role="alert">
        {fault}
      </p>
    </Modal>
  );
}
