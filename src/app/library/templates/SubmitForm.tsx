import { useId, useState, type ReactElement } from 'react';
import { App, Button, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { COMMON_CATEGORIES, COMMON_LIMITS, type CommonCategory, type TemplateInfo } from '#protocol/api.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';

/** Submits a copy of a template to the common library. */
export function SubmitForm(props: { readonly template: TemplateInfo; readonly onDone: () => void }): ReactElement {
  const { t } = useTranslation(['sharing', 'problems']);
  const { api } = useServices();
  const { message } = App.useApp();
  const id = useId();
  const [category, setCategory] = useState<CommonCategory>('other');
  const [description, setDescription] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Problem | null>(null);

  async function submit(): Promise<void> {
    setBusy(true);
    setFault(null);
    const answer = await api.call('submitCommon', { id: props.template.id, category, description });
    setBusy(false);
    if (!answer.ok) {
      setFault(answer.error);
      return;
    }
    void message.success(t('submitted'));
    props.onDone();
  }

  return (
    <>
      <p className="sharing-note">{t('submitText')}</p>
      <label className="sharing-field" htmlFor={`${id}-category`}>
        {t('category')}
      </label>
      <Select<CommonCategory>
        id={`${id}-category`}
        className="sharing-select"
        value={category}
        options={COMMON_CATEGORIES.map((value) => ({ value, label: t(`categories.${value}`) }))}
        onChange={setCategory}
      />
      <label className="sharing-field" htmlFor={`${id}-description`}>
        {t('description')}
      </label>
      <Input.TextArea
        id={`${id}-description`}
        rows={3}
        maxLength={COMMON_LIMITS.descriptionLength}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
      <p className="sharing-fault" role="alert">
        {fault === null ? '' : problemText(t, fault)}
      </p>
      <Button type="primary" loading={busy} onClick={() => void submit()}>
        {t('submit')}
      </Button>
    </>
  );
}
