import { useEffect, useId, useRef, useState, type ReactElement } from 'react';
import { Alert, Button, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { FEEDBACK_KINDS, FEEDBACK_LIMITS, type FeedbackKind } from '#protocol/api.ts';
import { imageFaultText } from '#app/ui/background-asset.ts';
import { useServices } from '#app/state/services.tsx';
import { PictureField } from './PictureField.tsx';
import { sendFeedback } from './send-feedback.ts';

/** The user's feedback: kind, text, a picture, and a contact address. */
export function FeedbackForm({ onSent }: { readonly onSent: () => void }): ReactElement {
  const { t } = useTranslation(['feedback', 'tips', 'problems']);
  const { api } = useServices();
  const ids = { kind: useId(), text: useId(), contact: useId() };
  const [kind, setKind] = useState<FeedbackKind>('problem');
  const [text, setText] = useState('');
  const [contact, setContact] = useState('');
  const [picture, setPicture] = useState<File | null>(null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Problem | null>(null);
  const sending = useRef<AbortController>(null);
  useEffect(() => () => sending.current?.abort(), []);

  async function send(): Promise<void> {
    if (busy || text.trim() === '') return;
    const leaving = new AbortController();
    sending.current = leaving;
    setBusy(true);
    setFault(null);
    const sent = await sendFeedback(api, { kind, text, contact, picture }, leaving.signal);
    if (leaving.signal.aborted) return;
    setBusy(false);
    if (sent.ok) onSent();
    else setFault(sent.error);
  }

  return (
    <form
      className="feedback-form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <label htmlFor={ids.kind}>{t('kind')}</label>
      <Select<FeedbackKind>
        id={ids.kind}
        value={kind}
        options={FEEDBACK_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        onChange={setKind}
      />
      <label htmlFor={ids.text}>{t('text')}</label>
      <Input.TextArea
        id={ids.text}
        rows={5}
        showCount
        maxLength={FEEDBACK_LIMITS.textLength}
        placeholder={t('textHint')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
        }}
      />
      <PictureField picture={picture} onPicture={setPicture} />
      <label htmlFor={ids.contact}>{t('contact')}</label>
      <Input
        id={ids.contact}
        maxLength={FEEDBACK_LIMITS.contactLength}
        placeholder={t('contactHint')}
        value={contact}
        onChange={(event) => setContact(event.target.value)}
      />
      {fault === null ? null : <Alert type="error" showIcon title={imageFaultText(t, fault)} />}
      <Button type="primary" htmlType="submit" loading={busy} disabled={text.trim() === ''}>
        {t('send')}
      </Button>
    </form>
  );
}
