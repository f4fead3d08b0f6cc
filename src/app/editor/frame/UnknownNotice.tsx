import { Button } from 'antd';
import { useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { unknownNotices } from '#model/template/unknown-notices.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { useEditorSession } from '../session/editor-session.tsx';

/** The most parts that are named; the others are only counted. */
const SHOWN = 3;

/** Names the unknown parts of the opened file, until the user closes it. */
export function UnknownNotice(): JSX.Element | null {
  const { t } = useTranslation('editor');
  const { editor } = useEditorSession();
  /** As the file was opened; it does not follow later changes. */
  const [notices] = useState(() => unknownNotices(editor.state().template));
  const [putAside, setPutAside] = useState(false);
  if (notices.length === 0 || putAside) return null;
  const more = notices.length - SHOWN;
  return (
    <div className="ed-banner ed-banner-severe ed-banner-list" role="alert" data-testid="unknown-notice">
      <div>
        <span>{t('unknown.opened')}</span>
        <ul>
          {notices.slice(0, SHOWN).map((notice, i) => (
            <li key={`${i} ${notice.code}`}>{problemText(t, notice)}</li>
          ))}
          {more > 0 ? <li>{t('unknown.more', { number: more })}</li> : null}
        </ul>
      </div>
      <Button size="small" type="text" onClick={() => setPutAside(true)}>
        {t('common:action.close')}
      </Button>
    </div>
  );
}
