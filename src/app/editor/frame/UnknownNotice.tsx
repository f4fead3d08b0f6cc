import { Button } from 'antd';
import { useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { unknownNotices } from '#model/template/unknown-notices.ts';
import { problemText } from '#app/i18n/problem-text.ts';
import { useEditorSession } from '../session/editor-session.tsx';

/** So many are named; the rest is counted. */
const SHOWN = 3;

/** Says what of the opened file this version does not know, until it is put aside. */
export function UnknownNotice(): JSX.Element | null {
  const { t } = useTranslation('editor');
  const { editor } = useEditorSession();
  /** As it was opened: what happens afterwards is the user's own doing. */
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
