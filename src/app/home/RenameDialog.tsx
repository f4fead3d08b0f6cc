import { useId, useState } from 'react';
import type { ReactElement } from 'react';
import { Input, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { FORBIDDEN_NAME_CHARACTERS, nameFault } from '#model/template/label-limits.ts';
import type { TemplateInfo } from '#protocol/api.ts';
import { toldText } from '#app/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';

interface RenameDialogProps {
  readonly template: TemplateInfo;
  readonly onClose: () => void;
  readonly onRenamed: () => void;
}

export function RenameDialog(props: RenameDialogProps): ReactElement {
  const { t } = useTranslation(['home', 'common', 'tips', 'problems']);
  const { api } = useServices();
  const id = useId();
  const [name, setName] = useState(props.template.name);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Problem | null>(null);
  const fault = nameFault(name);
  const faultText =
    fault === null
      ? refused === null
        ? null
        : toldText(t, refused)
      : fault === 'empty'
        ? t('tips:tip41')
        : `${t('tips:tip42')}${FORBIDDEN_NAME_CHARACTERS}`;

  async function rename(): Promise<void> {
    if (fault !== null) return;
    if (name.trim() === props.template.name) {
      props.onClose();
      return;
    }
    setBusy(true);
    const answer = await api.call('editTemplate', { id: props.template.id, name: name.trim() }, { loading: true });
    setBusy(false);
    if (answer.ok) props.onRenamed();
    else setRefused(answer.error);
  }

  return (
    <Modal
      open
      centered
      width={440}
      title={t('common:action.rename')}
      okText={t('common:action.confirm')}
      cancelText={t('common:action.cancel')}
      okButtonProps={{ disabled: fault !== null }}
      confirmLoading={busy}
      onOk={() => void rename()}
      onCancel={props.onClose}
    >
      <div className="rename-field">
        <label htmlFor={id}>{t('name')}</label>
        <Input
          id={id}
          autoFocus
          size="large"
          value={name}
          maxLength={100}
          status={faultText === null ? '' : 'error'}
          onFocus={(event) => event.target.select()}
          onChange={(event) => {
            setName(event.target.value);
            setRefused(null);
          }}
          onPressEnter={() => void rename()}
        />
        {faultText === null ? null : <p role="alert">{faultText}</p>}
      </div>
    </Modal>
  );
}
