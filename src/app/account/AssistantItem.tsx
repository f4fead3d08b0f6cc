import type { ReactElement } from 'react';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { BoundAssistantInfo } from '#protocol/api.ts';
import { useChanged } from '../ui/changed-time.ts';

interface AssistantItemProps {
  readonly assistant: BoundAssistantInfo;
  readonly onUnbind: () => void;
}

/** One assistant: its connection, and its printers with their pending jobs. */
export function AssistantItem({ assistant, onUnbind }: AssistantItemProps): ReactElement {
  const { t } = useTranslation('security');
  const changed = useChanged();
  const { name, online, seen_time: seen, printers } = assistant;
  const lastSeen = seen === '' ? t('assistant.neverSeen') : t('assistant.seen', { when: changed(Date.parse(seen)) });
  return (
    <li>
      <div>
        <span className="user-item-name">
          {name}{' '}
          <span className="user-tag" data-good={online}>
            {online ? t('assistant.online') : t('assistant.offline')}
          </span>
        </span>
        <small>
          {online ? null : (
            <>
              {lastSeen}
              <br />
            </>
          )}
          {printers.length === 0 ? t('assistant.noPrinters') : null}
          {printers.map((printer) => (
            <span key={printer.id} className="user-assistant-printer">
              {printer.name}: {t(`assistant.state.${printer.state}`)}
              {printer.runs > 0 ? ` · ${t('assistant.runs', { count: printer.runs })}` : ''}
            </span>
          ))}
        </small>
      </div>
      <Button aria-label={`${t('assistant.unbind')} ${name}`} onClick={onUnbind}>
        {t('assistant.unbind')}
      </Button>
    </li>
  );
}
