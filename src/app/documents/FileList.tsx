import type { JSX } from 'react';
import { CloseOutlined, FileOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button, Progress, Spin } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { problemText } from '#app/state/i18n/problem-text.ts';
import type { SessionDocument } from './session/session-document.ts';
import type { IntakeState } from './intake.ts';
import type { Intake, Intakes } from './use-intake.ts';

/** The open files, those being opened, and those that can't be printed, each with the reason. */
export function FileList(props: {
  readonly documents: readonly SessionDocument[];
  readonly currentId: number | null;
  readonly intakes: Intakes;
  readonly onLook: (id: number) => void;
  readonly onRemove: (id: number) => void;
}): JSX.Element {
  const { documents, currentId, intakes, onLook, onRemove } = props;
  const { t } = useTranslation('documents');
  return (
    <ul className="doc-files" aria-label={t('files.label')}>
      {documents.map(({ id, info }) => (
        <li key={id} className="doc-file" data-current={id === currentId}>
          <button type="button" aria-current={id === currentId} className="doc-file-open" onClick={() => onLook(id)}>
            <FileOutlined aria-hidden />
            <span className="doc-file-name" title={info.fileName}>
              {info.fileName}
            </span>
            <small>{t('files.pages', { count: info.pages.length })}</small>
          </button>
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined aria-hidden />}
            aria-label={t('files.remove', { name: info.fileName })}
            onClick={() => onRemove(id)}
          />
        </li>
      ))}
      {intakes.list.map((intake) => (
        <IntakeLine key={intake.id} intake={intake} intakes={intakes} />
      ))}
    </ul>
  );
}

function IntakeLine({ intake, intakes }: { readonly intake: Intake; readonly intakes: Intakes }): JSX.Element {
  const { t } = useTranslation(['documents', 'common', 'problems']);
  const { id, name, state } = intake;
  const isFailed = state.type === 'failed';
  return (
    <li className="doc-file doc-file-intake" data-state={state.type}>
      <div className="doc-file-way">
        {isFailed ? <FileOutlined aria-hidden /> : <Spin size="small" />}
        <span className="doc-file-name" title={name}>
          {name}
        </span>
      </div>
      {isFailed ? (
        <Button
          type="text"
          size="small"
          icon={<ReloadOutlined aria-hidden />}
          aria-label={t('files.again', { name })}
          onClick={() => intakes.retry(id)}
        />
      ) : null}
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined aria-hidden />}
        aria-label={t(isFailed ? 'files.putAway' : 'files.cancel', { name })}
        onClick={() => intakes.drop(id)}
      />
      {isFailed ? <p role="alert">{problemText(t, state.problem)}</p> : <StateLine state={state} name={name} />}
    </li>
  );
}

function StateLine({ state, name }: { readonly state: IntakeState; readonly name: string }): JSX.Element {
  const { t } = useTranslation('documents');
  const sending = state.type === 'converting' && state.progress?.type === 'sending' ? state.progress : null;
  return (
    <div className="doc-file-state" role="status">
      {sending === null ? null : (
        <Progress
          size="small"
          showInfo={false}
          percent={sending.total === 0 ? 0 : Math.round((100 * sending.sent) / sending.total)}
          aria-label={t('files.progress', { name })}
        />
      )}
      {stateText(t, state)}
    </div>
  );
}

function stateText(t: TFunction<'documents'>, state: IntakeState): string {
  switch (state.type) {
    case 'waiting':
      return t('state.waiting');
    case 'opening':
      return t('state.opening');
    case 'password':
      return t('state.password');
    case 'failed':
      return '';
    case 'converting':
      switch (state.progress?.type) {
        case 'sending':
          return t('state.sending');
        case 'queued':
          return t('state.queued', { place: state.progress.place + 1 });
        case 'fetching':
          return t('state.fetching');
        default:
          return t('state.converting');
      }
  }
}
