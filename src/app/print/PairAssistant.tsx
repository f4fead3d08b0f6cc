import { useEffect, useId, useRef, useState, type FormEvent, type ReactElement } from 'react';
import { LinkOutlined } from '@ant-design/icons';
import { Alert, Button, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { PAIRING_CODE_DIGITS } from '#protocol/assistant-pairing.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';
import './assistant.css';

type Step =
  | { readonly type: 'asking'; readonly problem: Problem | null; readonly busy: boolean }
  | { readonly type: 'typing'; readonly seconds: number; readonly problem: Problem | null; readonly busy: boolean };

/** Pairs the assistant with this browser: makes it show a code, and asks for the code. */
export function PairAssistant(props: { readonly onPaired: () => void }): ReactElement {
  const { t } = useTranslation(['print', 'problems']);
  const { assistant } = useServices();
  const codeId = useId();
  const [step, setStep] = useState<Step>({ type: 'asking', problem: null, busy: false });
  const [code, setCode] = useState('');
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const left = new AbortController();
    leaving.current = left;
    return () => left.abort();
  }, []);

  async function ask(): Promise<void> {
    const { signal } = leaving.current;
    setStep({ type: 'asking', problem: null, busy: true });
    const asked = await assistant.askForCode(signal);
    if (signal.aborted) return;
    if (asked.ok && asked.value === 0) return props.onPaired();
    setCode('');
    setStep(
      asked.ok
        ? { type: 'typing', seconds: asked.value, problem: null, busy: false }
        : { type: 'asking', problem: asked.error, busy: false },
    );
  }
  async function pair(seconds: number): Promise<void> {
    const { signal } = leaving.current;
    setStep({ type: 'typing', seconds, problem: null, busy: true });
    const paired = await assistant.pair(code, signal);
    if (signal.aborted) return;
    if (paired.ok) return props.onPaired();
    const problem = paired.error;
    setStep(
      problem.code === 'assistant.wrongCode'
        ? { type: 'typing', seconds, problem, busy: false }
        : { type: 'asking', problem, busy: false },
    );
  }

  const complete = code.length === PAIRING_CODE_DIGITS;
  return (
    <div className="pair-assistant" role="group" aria-label={t('pair.title')}>
      <LinkOutlined aria-hidden />
      <div>
        <strong>{t('pair.title')}</strong>
        <p>{t('pair.text')}</p>
        {step.type === 'asking' ? (
          <Button type="primary" size="small" loading={step.busy} onClick={() => void ask()}>
            {t('pair.ask')}
          </Button>
        ) : (
          <form
            onSubmit={(event: FormEvent) => {
              event.preventDefault();
              if (complete && !step.busy) void pair(step.seconds);
            }}
          >
            <p role="status">{t('pair.shown', { count: Math.max(1, Math.floor(step.seconds / 60)) })}</p>
            <label htmlFor={codeId}>{t('pair.code')}</label>
            <div className="pair-assistant-code">
              <Input
                id={codeId}
                value={code}
                autoFocus
                inputMode="numeric"
                autoComplete="one-time-code"
                placeholder={'0'.repeat(PAIRING_CODE_DIGITS)}
                onChange={(event) => setCode(event.target.value.replace(/\D/g, '').slice(0, PAIRING_CODE_DIGITS))}
              />
              <Button type="primary" htmlType="submit" disabled={!complete} loading={step.busy}>
                {t('pair.pair')}
              </Button>
            </div>
          </form>
        )}
        <Button type="link" size="small" href={assistant.pageUrl()} target="_blank" rel="noopener noreferrer">
          {t('pair.page')}
        </Button>
        {step.problem === null ? null : <Alert type="error" title={problemText(t, step.problem)} />}
      </div>
    </div>
  );
}
