import { useEffect, useState, useId, type ReactElement } from 'react';
import { Alert, Button, Modal, Skeleton, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { type TemplateVersion, REMARK_MAX_LENGTH } from '#protocol/api.ts';
import { noticeText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';
import { formatSize, useUnit } from '#app/state/unit.ts';
import { useAnswer } from '#app/state/use-answer.ts';
import type { Template } from '#model/template/template.ts';
import { dateFormat } from '#app/state/language-formats.ts';
import { ChangeList } from './ChangeList.tsx';
import { useChanges, type Changes } from './use-changes.ts';
import { VersionList } from './VersionList.tsx';
import './versions.css';

export interface VersionsDialogProps {
  readonly templateId: string;
  readonly name: string;
  /** Renders the open label as a PNG; null if it is not open: the last saved version is then shown. */
  readonly now: ((signal: AbortSignal) => Promise<Uint8Array | null>) | null;
  /** The open label as it would be saved now; left out if it is not open. */
  readonly present?: (signal: AbortSignal) => Promise<Template>;
  /** Whether the open label has unsaved changes. */
  readonly isUnsaved?: boolean;
  /** Restores a version, replacing `revision`. Resolves to null on success, otherwise to the problem. */
  readonly onRestore: (version: number, revision: number) => Promise<Problem | null>;
  readonly onClose: () => void;
}

/** Shows the earlier versions of a template next to the current one, and restores an earlier version. */
export function VersionsDialog(props: VersionsDialogProps): ReactElement {
  const { t, i18n } = useTranslation(['versions', 'common', 'problems']);
  const { api } = useServices();
  const { answer: versions, problem, reload: again } = useAnswer('versionList', { id: props.templateId });
  const [wanted, setWanted] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Problem | null>(null);
  const picture = usePicture(props.now);
  const chosen = versions?.list.find(({ revision }) => revision === wanted) ?? versions?.list[0];
  const changes = useChanges(chosen?.file, versions?.present.file, props.present);
  const failed = refused ?? problem;
  const notice = failed === null ? null : noticeText(t, failed);
  const time = dateFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });

  async function restore(): Promise<void> {
    if (chosen === undefined || versions === null) return;
    setBusy(true);
    const refusal = await props.onRestore(chosen.revision, versions.present.revision);
    setBusy(false);
    setRefused(refusal);
    if (refusal !== null) again();
  }

  async function name(version: number, remark: string): Promise<void> {
    const answer = await api.call('nameVersion', { id: props.templateId, version, remark });
    setRefused(answer.ok ? null : answer.error);
    again();
  }

  return (
    <Modal
      open
      centered
      width={960}
      className="versions"
      title={t('title', { name: props.name })}
      onCancel={props.onClose}
      footer={[
        <Button key="close" onClick={props.onClose}>
          {t('common:action.close')}
        </Button>,
        <Button
          key="restore"
          type="primary"
          disabled={chosen === undefined}
          loading={busy}
          onClick={() => void restore()}
        >
          {t('restore')}
        </Button>,
      ]}
    >
      {notice === null ? null : (
        <Alert
          type="error"
          showIcon
          title={notice}
          action={
            <Button size="small" onClick={again}>
              {t('common:action.retry')}
            </Button>
          }
        />
      )}
      <div className="versions-stage">
        {versions === null ? (
          problem === null ? (
            <Skeleton active />
          ) : null
        ) : chosen === undefined ? (
          <p className="versions-none">{t('none')}</p>
        ) : (
          <>
            <p className="versions-hint">
              {t('hint')} {props.isUnsaved === true ? t('unsaved') : null}
            </p>
            <div className="versions-body">
              <VersionList list={versions.list} chosen={chosen.revision} onChoose={setWanted} />
              <Side
                title={t('now')}
                version={versions.present}
                picture={picture ?? versions.present.image}
                changes={changes}
                side="after"
              />
              <Side
                title={time.format(new Date(chosen.save_time))}
                version={chosen}
                picture={chosen.image}
                changes={changes}
                side="before"
              />
            </div>
            <VersionName
              key={`${chosen.revision} ${chosen.remark}`}
              version={chosen}
              onName={(remark) => name(chosen.revision, remark)}
            />
            <ChangeList changes={changes} />
          </>
        )}
      </div>
    </Modal>
  );
}

/** One of the two compared labels. */
function Side(props: {
  readonly title: string;
  readonly version: TemplateVersion;
  readonly picture: string;
  readonly changes: Changes;
  readonly side: 'before' | 'after';
}): ReactElement {
  const { title, version, picture, changes, side } = props;
  const { t, i18n } = useTranslation('versions');
  const unit = useUnit();
  return (
    <figure className="versions-side">
      <figcaption>
        <strong>{title}</strong>
        <span title={version.name}>{version.name}</span>
        <span>{formatSize(version.width, version.height, unit, i18n.language)}</span>
      </figcaption>
      <div className="versions-picture">
        {picture === '' ? (
          <p>{t('noPicture')}</p>
        ) : (
          <span className="version-picture">
            <img src={picture} alt={title} />
            <ChangeMarks changes={changes} side={side} />
          </span>
        )}
      </div>
    </figure>
  );
}

/** The address of a picture that is rendered once; null until it is there, or if there is none. */
function usePicture(paint: VersionsDialogProps['now']): string | null {
  const [url, setUrl] = useState<string | null>(null);
  const [first] = useState(() => paint);
  useEffect(() => {
    if (first === null) return undefined;
    const stop = new AbortController();
    let made: string | null = null;
    void first(stop.signal).then((png) => {
      if (png === null || stop.signal.aborted) return;
      made = URL.createObjectURL(new Blob([png as Uint8Array<ArrayBuffer>], { type: 'image/png' }));
      setUrl(made);
    });
    return () => {
      stop.abort();
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [first]);
  return url;
}

/** Frames around the differences on the picture of one of two labels. The list next to it says the same in words. */
function ChangeMarks(props: { readonly changes: Changes; readonly side: 'before' | 'after' }): ReactElement | null {
  const { changes, side } = props;
  if (typeof changes === 'string') return null;
  const size = changes.sizes[side];
  if (size === null) return null;
  const { widthMm, heightMm } = size;
  const percent = (mm: number, of: number): string => `${(100 * mm) / of}%`;
  return (
    <span className="version-marks" aria-hidden>
      {changes.elements.map((element) => {
        const rect = element[side];
        return rect === null ? null : (
          <span
            key={element.id}
            data-change={element.type}
            style={{
              left: percent(rect.x, widthMm),
              top: percent(rect.y, heightMm),
              width: percent(rect.width, widthMm),
              height: percent(rect.height, heightMm),
            }}
          />
        );
      })}
    </span>
  );
}

interface VersionNameProps {
  readonly version: TemplateVersion;
  /** Resolves when it is done, or rejected and reported. */
  readonly onName: (name: string) => Promise<void>;
}

/** Lets the user name an earlier version. */
function VersionName({ version, onName }: VersionNameProps): ReactElement {
  const { t } = useTranslation('versions');
  const id = useId();
  const [name, setName] = useState(version.remark);
  const [busy, setBusy] = useState(false);
  async function confirm(): Promise<void> {
    if (name.trim() === version.remark) return;
    setBusy(true);
    await onName(name.trim());
    setBusy(false);
  }
  return (
    <div className="version-name">
      <label htmlFor={id}>{t('name')}</label>
      <Input
        id={id}
        value={name}
        maxLength={REMARK_MAX_LENGTH}
        onChange={(event) => setName(event.target.value)}
        onPressEnter={() => void confirm()}
      />
      <Button loading={busy} disabled={name.trim() === version.remark} onClick={() => void confirm()}>
        {t('setName')}
      </Button>
    </div>
  );
}
