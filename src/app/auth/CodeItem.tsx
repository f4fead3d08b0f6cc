import { useEffect, useState, type ReactElement } from 'react';
import { Button, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { CODE_DIGITS, type SentCode } from '#protocol/api.ts';
import { problemText } from '#app/i18n/problem-text.ts';
import type { ApiResult } from '#services/api/api-client.ts';
import { check } from './field-rules.ts';

interface CodeItemProps {
  /** Asks the server for a code; null where the form is not ready for it. */
  readonly onSend: () => Promise<ApiResult<SentCode> | null>;
  /** Codes stand on the server's console. */
  readonly outbox: boolean;
}

/** The code that came by mail or phone, and the button that sends it; `code` in the form. */
export function CodeItem({ onSend, outbox }: CodeItemProps): ReactElement {
  const { t } = useTranslation(['signin', 'problems']);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Problem | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [seconds, countFrom] = useSecondsLeft();

  async function send(): Promise<void> {
    setBusy(true);
    setFault(null);
    const answer = await onSend();
    setBusy(false);
    if (answer === null) return;
    if (!answer.ok) return setFault(answer.error);
    setSentTo(answer.value.target);
    countFrom(answer.value.resend_seconds);
  }

  return (
    <div className="auth-code">
      <Form.Item
        name="code"
        label={t('field.code')}
        validateTrigger="onSubmit"
        rules={[
          check(
            (value) => /^\d+$/.test(value.replaceAll(/\s/g, '')) && value.replaceAll(/\s/g, '').length === CODE_DIGITS,
            t('fault.code', { digits: CODE_DIGITS }),
          ),
        ]}
      >
        <Input autoComplete="one-time-code" inputMode="numeric" maxLength={12} />
      </Form.Item>
      <Button className="auth-code-send" loading={busy} disabled={seconds > 0} onClick={() => void send()}>
        {seconds > 0 ? t('code.again', { seconds }) : sentTo === null ? t('code.send') : t('code.sendAgain')}
      </Button>
      <p className={fault === null ? 'auth-code-note' : 'auth-code-note auth-code-fault'} role="status">
        {fault !== null
          ? problemText(t, fault)
          : sentTo === null
            ? ''
            : `${t('code.sent', { target: sentTo })}${outbox ? ` ${t('code.outbox')}` : ''}`}
      </p>
    </div>
  );
}

/** Counts seconds down by the clock, so that a tab that slept is right when it wakes. */
function useSecondsLeft(): readonly [number, (seconds: number) => void] {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (until === 0) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [until]);
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  return [
    left,
    (seconds) => {
      setNow(Date.now());
      setUntil(Date.now() + seconds * 1000);
    },
  ];
}
