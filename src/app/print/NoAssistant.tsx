import type { ReactElement } from 'react';
import { DisconnectOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';
import type { Printers } from './use-printers.ts';
import './assistant.css';

/** Shown if the assistant does not answer: why, and how to get and start one. */
export function NoAssistant(props: { readonly printers: Printers }): ReactElement {
  const { t } = useTranslation(['print', 'problems']);
  const { assistantProblem: problem, looking, look } = props.printers;
  const { assistant } = useServices();
  const isAsked = problem?.code === 'assistant.accessToAsk';
  return (
    <div className="print-no-assistant" role="status">
      <DisconnectOutlined aria-hidden />
      <div>
        <strong>{t(isAsked ? 'assistant.willAsk' : 'assistant.absent')}</strong>
        <p>{problem === null ? '' : problemText(t, problem)}</p>
        <div className="print-no-assistant-ways">
          <Button
            type="primary"
            size="small"
            loading={looking}
            onClick={() => {
              if (isAsked) assistant.allowAsking();
              look();
            }}
          >
            {t(isAsked ? 'assistant.ask' : 'assistant.connect')}
          </Button>
          {problem?.code === 'assistant.onlyBasic' ? (
            <Button
              size="small"
              onClick={() => {
                assistant.allowBasic();
                look();
              }}
            >
              {t('assistant.useBasic')}
            </Button>
          ) : null}
          {problem?.code === 'assistant.untrusted' ? (
            <Button size="small" href={assistant.pageUrl()} target="_blank" rel="noopener noreferrer">
              {t('pair.page')}
            </Button>
          ) : null}
          <Button type="link" size="small" href="/download" target="_blank" rel="noopener">
            {t('assistant.download')}
          </Button>
        </div>
      </div>
    </div>
  );
}
