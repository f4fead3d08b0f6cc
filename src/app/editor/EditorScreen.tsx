import { useCallback, useEffect, useMemo, useRef, useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { Button } from 'antd';
import { problem, type Problem } from '#model/kernel/problem.ts';
import type { Template } from '#model/template/template.ts';
import { problemText } from '#app/i18n/problem-text.ts';
import { LoadingScreen } from '#app/shell/LoadingScreen.tsx';
import { decodeLabelAttributes, decodeLabelStatus } from '#app/state/label-attributes.ts';
import { useOpenedTemplate, useSetOpenedTemplate } from '#app/state/opened-template.ts';
import { useServices } from '#app/state/services.tsx';
import { useSession } from '#app/state/session.ts';
import { EditorWorkspace } from './EditorWorkspace.tsx';
import { draftKey, readDraft, type Draft } from './save/drafts.ts';
import type { LabelIdentity } from './save/save-label.ts';
import { loadLabel } from './session/load-label.ts';
import './editor.css';

type Opening =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly problem: Problem }
  | {
      readonly state: 'open';
      readonly template: Template;
      readonly identity: LabelIdentity;
      readonly draft: Draft | null;
      /** The label is nowhere but in this tab. */
      readonly onlyHere: boolean;
    };

/** `/editLabel`: opens what the route or a local file says, and says so when it cannot. */
export function EditorScreen(): JSX.Element {
  const { api } = useServices();
  const [query] = useSearchParams();
  const userId = useSession()?.userId ?? '';
  const opened = useOpenedTemplate();
  const setOpened = useSetOpenedTemplate();
  const attributesText = query.get('labelAttr');
  const statusText = query.get('labelStatus');
  const [opening, setOpening] = useState<Opening>({ state: 'loading' });
  /** What the editor itself wrote into the route after a save: not another label to open. */
  const current = useRef<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const attributes = useMemo(() => decodeLabelAttributes(attributesText), [attributesText]);

  useEffect(() => {
    if (!attributes.ok) {
      setOpening({ state: 'failed', problem: attributes.error });
      return;
    }
    const { id, file } = attributes.value;
    if (id !== '' && current.current === `${id} ${file}`) return;
    const stop = new AbortController();
    const identity: LabelIdentity = {
      attributes: attributes.value,
      status: decodeLabelStatus(statusText),
      userId,
    };
    setOpening({ state: 'loading' });
    void (async () => {
      const template =
        opened === null
          ? await loadLabel(identity.attributes, identity.status, api, stop.signal)
          : ({ ok: true, value: opened } as const);
      const draft = await readDraft(draftKey(userId, identity.attributes));
      if (stop.signal.aborted) return;
      setOpening(
        template.ok
          ? {
              state: 'open',
              template: template.value,
              identity,
              draft: draft.ok ? draft.value : null,
              onlyHere: opened !== null && opened.elements.length > 0,
            }
          : { state: 'failed', problem: template.error },
      );
      setOpened(null);
    })();
    return () => stop.abort();
    // `opened` is taken once, when the route is: clearing it is not another label to open.
  }, [attributes, statusText, userId, api, attempt]);

  const onSaved = useCallback((identity: LabelIdentity): void => {
    current.current = `${identity.attributes.id} ${identity.attributes.file}`;
  }, []);

  switch (opening.state) {
    case 'loading':
      return <LoadingScreen />;
    case 'failed':
      return <LoadingFailed problem={opening.problem} onRetry={() => setAttempt(attempt + 1)} />;
    case 'open':
      return <EditorWorkspace key={attempt} {...opening} onSaved={onSaved} />;
  }
}

function LoadingFailed({ problem: reason, onRetry }: { problem: Problem; onRetry(): void }): JSX.Element {
  const { t } = useTranslation('editor');
  const navigate = useNavigate();
  return (
    <main className="ed-failed" data-testid="loading-failed">
      <h1>{problemText(t, problem('template.loadFailed'))}</h1>
      {reason.code === 'template.loadFailed' ? null : <p>{problemText(t, reason)}</p>}
      <div className="ed-failed-actions">
        <Button onClick={onRetry}>{t('common:action.retry')}</Button>
        <Button type="primary" onClick={() => void navigate('/index', { replace: true })}>
          {t('frame.backHome')}
        </Button>
      </div>
    </main>
  );
}
