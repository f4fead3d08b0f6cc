import { CloudOutlined, CloudUploadOutlined, CloseOutlined } from '@ant-design/icons';
import { App, Button, Progress } from 'antd';
import { useEffect, useState, useSyncExternalStore, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { isWebConnection } from '#model/elements/base/reading.ts';
import { CLOUD_ENDINGS, CLOUD_TYPES } from '#protocol/api.ts';
import type { SpreadsheetInfo } from '#protocol/spreadsheet.ts';
import { problemText, noticeText } from '#app/state/i18n/problem-text.ts';
import { SpaceDialog } from '#app/library/cloud-data/SpaceDialog.tsx';
import { useServices } from '#app/state/services.tsx';
import { useActions } from '../session/actions.tsx';
import { useEditorSession } from '../session/editor-session.tsx';
import { changeSources } from './bindings.ts';
import type { CloudState } from './use-cloud-sheets.ts';
import './sheets.css';

interface CloudSheetRowProps {
  readonly info: SpreadsheetInfo;
  readonly state: CloudState | null;
  readonly onTakeNewer: (state: Extract<CloudState, { type: 'newer' }>) => void;
}

/** The state of an open spreadsheet in the cloud: saved, newer or deleted there, or not uploaded yet. */
export function CloudSheetRow({ info, state, onTakeNewer }: CloudSheetRowProps): JSX.Element | null {
  const { t } = useTranslation(['cloud', 'common']);
  const name = info.fileName;
  if (info.cloudFile === undefined) return <PutIntoCloud info={info} />;
  if (state === null) return null;
  if (state.type === 'same') {
    return (
      <span className="ed-cloud-line">
        <CloudOutlined aria-hidden /> {t('inCloud')}
      </span>
    );
  }
  return (
    <div className="ed-cloud-line" role="alert" data-testid={`cloud-${state.type}`}>
      <p>{t(state.type, { name })}</p>
      {state.type === 'newer' ? (
        <Button size="small" onClick={() => onTakeNewer(state)}>
          {t('takeNewer')}
        </Button>
      ) : (
        <PutIntoCloud info={info} />
      )}
    </div>
  );
}

function PutIntoCloud({ info }: { readonly info: SpreadsheetInfo }): JSX.Element | null {
  const { t } = useTranslation(['cloud', 'problems']);
  const { message } = App.useApp();
  const { api, uploads } = useServices();
  const { data } = useEditorSession();
  const { run } = useActions();
  const [uploadId, setUploadId] = useState<number | null>(null);
  const all = useSyncExternalStore(uploads.subscribe, uploads.uploads);
  const upload = all.find(({ id }) => id === uploadId);
  const { connection, fileName } = info;

  useEffect(
    () =>
      uploads.onDone(({ id, file }) => {
        if (id !== uploadId) return;
        // A spreadsheet from a web address stays bound to that address: the cloud then has only a copy.
        if (!isWebConnection(connection)) {
          data.isCloudFile(connection, file.id);
          run(
            changeSources((source) =>
              source.type === 'column' && source.connection === connection ? { ...source, cloudFile: file.id } : source,
            ),
          );
        }
        void message.success(t('toCloudDone', { name: file.name }));
        uploads.cancel(id);
      }),
    [connection, data, message, run, t, uploadId, uploads],
  );

  async function put(): Promise<void> {
    const [bytes, folders] = await Promise.all([
      data.file(info),
      api.call('cloudDataList', { type: CLOUD_TYPES.spreadsheets }),
    ]);
    const problem = bytes.ok ? (folders.ok ? null : folders.error) : bytes.error;
    const notice = problem === null ? null : noticeText(t, problem);
    if (notice !== null) void message.error(notice);
    const folderId = folders.ok ? folders.value.list[0]?.id : undefined;
    if (!bytes.ok || folderId === undefined) return;
    const file = new File([bytes.value], fileName);
    const target = { type: CLOUD_TYPES.spreadsheets, folderId };
    setUploadId(uploads.add([file], target, { imageKb: 0 })[0] ?? null);
  }

  const ending = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  if (!CLOUD_ENDINGS[CLOUD_TYPES.spreadsheets].some((known) => known === ending)) return null;
  if (upload === undefined || upload.state === 'done') {
    return (
      <Button
        size="small"
        type="text"
        icon={<CloudUploadOutlined aria-hidden />}
        data-testid="sheet-to-cloud"
        onClick={() => void put()}
      >
        {t('toCloud')}
      </Button>
    );
  }
  const giveUp = (): void => uploads.cancel(upload.id);
  if (upload.spaceFull !== null) return <SpaceDialog message={upload.spaceFull} onClose={giveUp} />;
  return (
    <span className="ed-cloud-line">
      {upload.problem === null ? (
        <Progress
          size="small"
          percent={Math.round(upload.progress * 100)}
          aria-label={t('progressOf', { name: fileName })}
        />
      ) : (
        <span role="alert">{problemText(t, upload.problem)}</span>
      )}
      <Button
        size="small"
        type="text"
        icon={<CloseOutlined aria-hidden />}
        aria-label={t(upload.state === 'failed' ? 'removeNamed' : 'cancelNamed', { name: fileName })}
        onClick={giveUp}
      />
    </span>
  );
}
