import { useState } from 'react';
import type { ReactElement } from 'react';
import { Alert, Input, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { REMARK_MAX_LENGTH, type TemplateInfo } from '#protocol/api.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';

interface RemarkDialogProps {
  readonly template: TemplateInfo;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** Edits a template's remark. Ctrl+Enter saves it. */
export function RemarkDialog({ template, onClose, onSaved }: RemarkDialogProps): ReactElement {
  const { t } = useTranslation(['templates', 'common', 'problems']);
  const { api } = useServices();
  const [remark, setRemark] = useState(template.remark);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Problem | null>(null);

  async function save(): Promise<void> {
    if (busy) return;
    setBusy(true);
    const answer = await api.call('editTemplate', { id: template.id, remark: remark.trim() });
    setBusy(false);
    if (answer.ok) onSaved();
    else setRefused(answer.error);
  }

  return (
    <Modal
      open
      centered
      width={480}
      title={t('remarkOf', { name: template.name })}
      okText={t('common:action.save')}
      cancelText={t('common:action.cancel')}
      okButtonProps={{ loading: busy }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <div className="remark-field">
        <Input.TextArea
          autoFocus
          aria-label={t('remark')}
          rows={5}
          showCount
          maxLength={REMARK_MAX_LENGTH}
          value={remark}
          onChange={(event) => {
            setRemark(event.target.value);
            setRefused(null);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save();
          }}
        />
        {refused === null ? null : <Alert type="error" showIcon title={problemText(t, refused)} />}
      </div>
    </Modal>
  );
}
