import { useState, type ReactElement } from 'react';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '#app/state/use-answer.ts';
import { dismiss, notDismissed } from './dismissed.ts';
import './announcements.css';

/** The operator's announcements until they are dismissed. A failed fetch shows nothing: they appear later. */
export function Announcements(): ReactElement | null {
  const { i18n } = useTranslation();
  return <Notices key={i18n.language} />;
}

function Notices(): ReactElement | null {
  const { t } = useTranslation();
  const { answer } = useAnswer('announcementList', {});
  const [, setTurn] = useState(0);
  const shown = notDismissed(answer?.list ?? []);
  if (shown.length === 0) return null;
  return (
    <div className="announcements">
      {shown.map((one) => (
        <Alert
          key={one.id}
          type={one.level}
          showIcon
          title={one.title}
          description={one.text === '' ? undefined : <p>{one.text}</p>}
          closable={{
            'aria-label': `${t('action.close')}: ${one.title}`,
            onClose: () => {
              dismiss(one);
              setTurn((turn) => turn + 1);
            },
          }}
        />
      ))}
    </div>
  );
}
