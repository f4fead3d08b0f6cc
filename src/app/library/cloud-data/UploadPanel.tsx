import { useEffect, useRef, useState, useSyncExternalStore, type ReactElement } from 'react';
import { CheckCircleFilled, CloseOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import type { CloudType } from '#protocol/api.ts';
import type { Upload, UploadQueue } from '#services/upload-queue.ts';
import { imageFaultText } from '#app/ui/background-asset.ts';
import { SpaceDialog } from '#app/library/cloud-data/SpaceDialog.tsx';
import { useServices } from '#app/state/services.tsx';

/** The uploads of a type: progress and problems by name; each can be canceled and retried. */
export function UploadPanel({ type }: { readonly type: CloudType }): ReactElement | null {
  const { t } = useTranslation(['cloud', 'common', 'tips', 'problems']);
  const { uploads } = useServices();
  const all = useSyncExternalStore(uploads.subscribe, uploads.uploads);
  const mine = all.filter((upload) => upload.type === type);
  const full = mine.find(({ spaceFull }) => spaceFull !== null);
  /** The last upload with a notice about insufficient space. */
  const [notedId, setNotedId] = useState(0);
  useLeavingWarning(all);
  if (mine.length === 0) return null;
  const open = mine.filter(({ state }) => state === 'waiting' || state === 'sending').length;
  const failed = mine.filter(({ state }) => state === 'failed').length;
  const last = Math.max(...mine.map(({ id, spaceFull }) => (spaceFull === null ? 0 : id)));
  return (
    <section className="cloud-uploads" aria-label={t('uploads')}>
      <header>
        <strong role="status">
          {open > 0
            ? t('uploading', { count: open })
            : failed > 0
              ? t('uploadsFailed', { count: failed })
              : t('uploadsDone')}
        </strong>
        {open === mine.length ? null : (
          <Button size="small" type="text" onClick={uploads.clear}>
            {t('clearUploads')}
          </Button>
        )}
      </header>
      <ul>
        {mine.map((upload) => (
          <UploadLine key={upload.id} upload={upload} queue={uploads} />
        ))}
      </ul>
      {full === undefined || last <= notedId ? null : (
        <SpaceDialog message={full.spaceFull ?? ''} onClose={() => setNotedId(last)} />
      )}
    </section>
  );
}

function UploadLine({ upload, queue }: { readonly upload: Upload; readonly queue: UploadQueue }): ReactElement {
  const { t } = useTranslation(['cloud', 'common', 'tips', 'problems']);
  const { id, name, state, progress, problem } = upload;
  const percent = Math.round(progress * 100);
  return (
    <li className="cloud-upload" data-state={state}>
      <span className="cloud-upload-name" title={name}>
        {name}
      </span>
      {state === 'sending' || state === 'waiting' ? (
        <Progress
          className="cloud-upload-bar"
          size="small"
          percent={percent}
          aria-label={t('progressOf', { name })}
          format={() => (state === 'waiting' ? t('waiting') : `${percent} %`)}
        />
      ) : null}
      {state === 'done' ? <CheckCircleFilled className="cloud-upload-done" aria-label={t('done')} /> : null}
      {problem === null ? null : <span role="alert">{imageFaultText(t, problem)}</span>}
      {state === 'failed' ? (
        <Button
          size="small"
          type="text"
          icon={<ReloadOutlined aria-hidden />}
          aria-label={t('retryNamed', { name })}
          onClick={() => queue.retry(id)}
        />
      ) : null}
      {state === 'done' ? null : (
        <Button
          size="small"
          type="text"
          icon={<CloseOutlined aria-hidden />}
          aria-label={t(state === 'failed' ? 'removeNamed' : 'cancelNamed', { name })}
          onClick={() => queue.cancel(id)}
        />
      )}
    </li>
  );
}

/** Warns before the page is closed during an upload. */
function useLeavingWarning(all: readonly Upload[]): void {
  const busy = useRef(false);
  useEffect(() => {
    busy.current = all.some(({ state }) => state === 'waiting' || state === 'sending');
  }, [all]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (busy.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);
}
