import { useEffect, useState, type ReactElement } from 'react';
import { Button, Form, Input, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { CODE_DIGITS, LONG_CODE_DIGITS, type SentCode } from '#protocol/api.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import type { ApiResult } from '#services/api/api-client.ts';
import { check } from './field-rules.ts';

interface CodeItemProps {
  /** Requests a code from the server; null if the form is not ready for it. */
  readonly onSend: () => Promise<ApiResult<SentCode> | null>;
  /** Whether codes appear on the server's console. */
  readonly outbox: boolean;
}

/** The code from an email or text message, and the button that sends it; `code` in the form. */
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
      <Form.Item label={t('field.code')} htmlFor="code">
        <Space.Compact block>
          <Form.Item
            noStyle
            name="code"
            validateTrigger="onSubmit"
            rules={[check((value) => isCode(value), t('fault.code'))]}
          >
            <Input id="code" autoComplete="one-time-code" inputMode="numeric" maxLength={24} />
          </Form.Item>
          <Button loading={busy} disabled={seconds > 0} onClick={() => void send()}>
            {seconds > 0 ? t('code.again', { seconds }) : sentTo === null ? t('code.send') : t('code.sendAgain')}
          </Button>
        </Space.Compact>
      </Form.Item>
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

/** Ignores spaces. */
function isCode(text: string): boolean {
  const digits = text.replaceAll(/\s/g, '');
  return /^\d+$/.test(digits) && [CODE_DIGITS, LONG_CODE_DIGITS].includes(digits.length);
}

/** Counts seconds down by the clock, so that a tab is right after sleeping. */
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
