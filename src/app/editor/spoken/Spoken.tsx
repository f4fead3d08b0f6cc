import { useEffect, useEffectEvent, useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnit } from '#app/state/unit.ts';
import { belongsToField } from '../session/chords.ts';
import { useEditorSession } from '../session/editor-session.tsx';
import { announce } from './create-announcer.ts';
import { ElementList } from './ElementList.tsx';
import type { Speech } from './element-words.ts';

/** The canvas for screen readers: a list of the elements, and announcements. */
export function Spoken(): JSX.Element {
  return (
    <>
      <ElementList />
      <Announcements />
    </>
  );
}

/** Renders without the list, which an announcement does not change. */
function Announcements(): JSX.Element {
  const { t, i18n } = useTranslation(['spoken', 'editor', 'side', 'problems']);
  const session = useEditorSession();
  const unit = useUnit();
  const [said, setSaid] = useState('');
  const speech = useEffectEvent((): Speech => ({ t, language: i18n.language, unit }));
  useEffect(() => {
    const stop = new AbortController();
    const isTyping = (): boolean => belongsToField(document.activeElement);
    announce(session, { speech: () => speech(), isTyping, say: setSaid }, stop.signal);
    return () => stop.abort();
  }, [session]);
  return (
    <div className="only-spoken" role="status" data-testid="spoken">
      {said}
    </div>
  );
}
