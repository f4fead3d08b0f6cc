import { useEffect, useMemo, useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { Button } from 'antd';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { dropOpeningPicture } from '#app/state/opening-picture.ts';
import { LoadingScreen } from '#app/ui/page/LoadingScreen.tsx';
import { useSession } from '#app/state/session.ts';
import { ELEMENT_DESCRIPTORS } from '../elements/descriptors.ts';
import { EditorFrame } from './EditorFrame.tsx';
import type { LabelIdentity } from '#app/state/save-label.ts';
import { EditorSessionContext } from '../session/editor-session.tsx';
import { ElementDescriptorsContext } from '../session/element-descriptor.ts';
import { identityIn, labelKey } from '../save/open-label.ts';
import { useOpenLabel } from '../save/use-open-label.ts';
import './dialogs.css';

export { openLabelEarly } from '../save/open-label.ts';

/** `/editLabel`: opens the label of the route or of a local file, or shows why it can't. */
export function EditorScreen(): JSX.Element {
  const [query] = useSearchParams();
  const userId = useSession()?.userId ?? '';
  const identity = useMemo(() => identityIn(query, userId), [query, userId]);
  const [attempt, setAttempt] = useState(0);
  /**
   * Set when the open label was saved, which changes its address a moment later: the editor stays mounted under the address
   * from before the save and under the one after it, also for later saves.
   */
  const [saved, setSaved] = useState<{ readonly keys: readonly string[]; readonly openedAs: string } | null>(null);

  if (!window.isSecureContext) return <Insecure />;
  if (!identity.ok) return <LoadingFailed problem={identity.error} onRetry={() => setAttempt(attempt + 1)} />;
  const key = labelKey(identity.value);
  const openedAs = (other: string): string => (saved?.keys.includes(other) === true ? saved.openedAs : other);
  const openKey = openedAs(key);
  function isOpenLabel(search: string): boolean {
    const other = identityIn(new URLSearchParams(search), userId);
    return other.ok && openedAs(labelKey(other.value)) === openKey;
  }
  return (
    <OpenLabel
      key={`${attempt} ${openKey}`}
      identity={identity.value}
      isOpenLabel={isOpenLabel}
      onSaved={(now) => setSaved({ keys: [key, labelKey(now)], openedAs: openKey })}
      onRetry={() => setAttempt(attempt + 1)}
    />
  );
}

function OpenLabel({
  identity: given,
  isOpenLabel,
  onSaved,
  onRetry,
}: {
  identity: LabelIdentity;
  isOpenLabel(search: string): boolean;
  onSaved(identity: LabelIdentity): void;
  onRetry(): void;
}): JSX.Element {
  /** Fixed when the label is opened; the frame tracks its identity after saving. */
  const [identity] = useState(given);
  const opening = useOpenLabel(identity);
  switch (opening.state) {
    case 'loading':
      return <LoadingScreen />;
    case 'failed':
      return <LoadingFailed problem={opening.problem} onRetry={onRetry} />;
    case 'open':
      return (
        <ElementDescriptorsContext value={ELEMENT_DESCRIPTORS}>
          <EditorSessionContext value={opening.session}>
            <EditorFrame
              identity={opening.identity}
              draft={opening.draft}
              isDraftWanted={opening.isWanted}
              onlyHere={opening.onlyHere}
              isOpenLabel={isOpenLabel}
              onSaved={onSaved}
            />
          </EditorSessionContext>
        </ElementDescriptorsContext>
      );
  }
}

/**
 * Without a secure context the browser has no hashes, no locks and no access to the assistant: shown before any work.
 */
function Insecure(): JSX.Element {
  const { t } = useTranslation('editor');
  const navigate = useNavigate();
  useEffect(dropOpeningPicture, []);
  return (
    <main className="ed-failed" data-testid="insecure-page" role="alert">
      <p>{problemText(t, problem('browser.insecure'))}</p>
      <div className="ed-failed-actions">
        <Button type="primary" onClick={() => void navigate('/index', { replace: true })}>
          {t('frame.backHome')}
        </Button>
      </div>
    </main>
  );
}

function LoadingFailed({ problem: reason, onRetry }: { problem: Problem; onRetry(): void }): JSX.Element {
  const { t } = useTranslation('editor');
  const navigate = useNavigate();
  useEffect(dropOpeningPicture, []);
  return (
    <main className="ed-failed" data-testid="loading-failed">
      <h1>{problemText(t, problem('template.loadFailed'))}</h1>
      {reason.code === 'template.loadFailed' ? null : <p>{problemText(t, reason)}</p>}
      <div className="ed-failed-actions">
        {/* Only the user can open a local file again. */}
        {reason.code === 'file.closed' ? null : <Button onClick={onRetry}>{t('common:action.retry')}</Button>}
        <Button type="primary" onClick={() => void navigate('/index', { replace: true })}>
          {t('frame.backHome')}
        </Button>
      </div>
    </main>
  );
}
