import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactElement } from 'react';
import { TableOutlined } from '@ant-design/icons';
import { Alert, App, Button, Modal, Skeleton, Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { CLOUD_TYPES, type CloudFile, type CloudFolder, type CloudType } from '#protocol/api.ts';
import { radioTabIndex } from '#app/ui/choice/radio-keys.ts';
import { useBrandKit } from '#app/state/use-brand-kit.ts';
import { problemText, noticeText } from '#app/state/i18n/problem-text.ts';
import { useServices } from '#app/state/services.tsx';
import { fetchCloudFile } from './fetch-cloud-file.ts';
import { useCloudData } from './use-cloud-data.ts';
import './cloud-picker.css';

export interface CloudPickerProps {
  readonly type: CloudType;
  /** Whether the logos of the brand kit are the first tab, if it has any; by default they are. */
  readonly withLogos?: boolean;
  /** Called with the bytes of the confirmed file. The caller closes the dialog. */
  readonly onPick: (file: File, cloud: CloudFile) => void;
  readonly onClose: () => void;
}

/** Lets the user choose an image or a spreadsheet of the cloud data: a tab per folder, after the logos of the brand kit. */
export function CloudPicker({ type, withLogos = true, onPick, onClose }: CloudPickerProps): ReactElement {
  const { t } = useTranslation(['cloud', 'common', 'tips', 'problems']);
  const { message } = App.useApp();
  const { api } = useServices();
  const data = useCloudData(type);
  const { reload } = data;
  // Files are uploaded in the page of “Manage cloud data”, from which the user comes back.
  useEffect(() => {
    window.addEventListener('focus', reload);
    return () => window.removeEventListener('focus', reload);
  }, [reload]);
  const hasLogos = withLogos && type === CLOUD_TYPES.images;
  const { kit, isLoading: isKitLoading } = useBrandKit(hasLogos);
  const logos = kit?.logos ?? [];
  const tabs = [
    ...(hasLogos && logos.length > 0 ? [{ id: 'logos', name: t('brandKit'), data: logos }] : []),
    ...data.folders,
  ];
  const [chosen, setChosen] = useState<CloudFile | null>(null);
  const [fault, setFault] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const fetching = useRef<AbortController>(null);
  useEffect(() => () => fetching.current?.abort(), []);

  async function take(cloud: CloudFile | null): Promise<void> {
    if (cloud === null) {
      void message.warning({ content: t(type === CLOUD_TYPES.images ? 'tips:tip113' : 'tips:tip110'), key: 'pick' });
      return;
    }
    fetching.current?.abort();
    const asked = new AbortController();
    fetching.current = asked;
    setBusy(true);
    setFault(null);
    const file = await fetchCloudFile(api, cloud, asked.signal);
    if (asked.signal.aborted) return;
    setBusy(false);
    if (file.ok) onPick(file.value, cloud);
    else if (noticeText(t, file.error) !== null) setFault(file.error);
  }

  return (
    <Modal
      open
      centered
      width={680}
      title={t(type === CLOUD_TYPES.images ? 'pickImage' : 'pickSheet')}
      okText={t('common:action.confirm')}
      cancelText={t('common:action.cancel')}
      okButtonProps={{ loading: busy }}
      onOk={() => void take(chosen)}
      onCancel={onClose}
    >
      {data.problem === null || noticeText(t, data.problem) === null ? null : (
        <Alert
          type="error"
          showIcon
          title={problemText(t, data.problem)}
          action={
            <Button size="small" onClick={reload}>
              {t('common:action.retry')}
            </Button>
          }
        />
      )}
      {data.loading || (hasLogos && isKitLoading) ? (
        <Skeleton active aria-busy="true" />
      ) : (
        <Tabs
          onChange={() => setChosen(null)}
          items={tabs.map((folder) => ({
            key: folder.id,
            label: folder.name,
            children: (
              <Choices
                type={type}
                folder={folder}
                chosen={chosen}
                onChoose={setChosen}
                onTake={(file) => void take(file)}
              />
            ),
          }))}
        />
      )}
      {fault === null ? null : <Alert type="error" showIcon title={problemText(t, fault)} />}
      <a
        className="cloud-picker-manage"
        href={type === CLOUD_TYPES.images ? '/cloudData' : '/cloudData?type=2'}
        target="_blank"
        rel="noopener"
      >
        {t('manage')}
      </a>
    </Modal>
  );
}

interface ChoicesProps {
  readonly type: CloudType;
  readonly folder: Pick<CloudFolder, 'name' | 'data'>;
  readonly chosen: CloudFile | null;
  readonly onChoose: (file: CloudFile) => void;
  /** Called on a double click. */
  readonly onTake: (file: CloudFile) => void;
}

/** The files of a folder, of which one can be selected: one tab stop, inside it the arrow keys. */
function Choices({ type, folder, chosen, onChoose, onTake }: ChoicesProps): ReactElement {
  const { t, i18n } = useTranslation('cloud');
  const files = folder.data;
  const chosenAt = files.findIndex(({ id }) => id === chosen?.id);
  if (files.length === 0) return <p className="cloud-picker-empty">{t(`pickEmpty.${type}`)}</p>;
  function walk(event: KeyboardEvent<HTMLElement>): void {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = files[(Math.max(0, chosenAt) + (chosenAt < 0 ? 0 : step) + files.length) % files.length];
    if (next === undefined) return;
    onChoose(next);
    event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]')[files.indexOf(next)]?.focus();
  }
  return (
    <div
      role="radiogroup"
      aria-label={folder.name}
      className="cloud-picker-list"
      data-view={type === CLOUD_TYPES.images ? 'grid' : 'rows'}
      onKeyDown={walk}
    >
      {files.map((file, i) => (
        <button
          key={file.id}
          type="button"
          role="radio"
          aria-checked={i === chosenAt}
          aria-label={file.name}
          title={file.name}
          tabIndex={radioTabIndex(i, chosenAt)}
          onClick={() => onChoose(file)}
          onDoubleClick={() => onTake(file)}
        >
          {type === CLOUD_TYPES.images ? (
            <img src={file.thumbnail === '' ? file.url : file.thumbnail} alt="" loading="lazy" decoding="async" />
          ) : (
            <TableOutlined aria-hidden />
          )}
          <span>{file.name}</span>
          {type === CLOUD_TYPES.images ? null : (
            <time dateTime={file.add_time}>{new Date(file.add_time).toLocaleString(i18n.language)}</time>
          )}
        </button>
      ))}
    </div>
  );
}
