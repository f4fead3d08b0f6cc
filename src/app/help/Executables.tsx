import type { ReactElement } from 'react';
import { DownloadOutlined } from '@ant-design/icons';
import { Alert, Button, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { ok } from '#model/kernel/result.ts';
import type { AssistantFile } from '#protocol/api.ts';
import { formatBytes } from '#app/ui/format-bytes.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { FallbackNotice } from '#app/ui/lazy-component.tsx';
import { useServices } from '#app/state/services.tsx';
import { useServerState } from '#app/state/use-answer.ts';

/** The assistant's executables for each system, with checksums; a notice if there are none. */
export function Executables(): ReactElement {
  const { t } = useTranslation(['help', 'problems']);
  const { api } = useServices();
  const { answer: offer, problem } = useServerState(['executables'], async (signal) => {
    const asked = { language: navigator.language, app_type: '1', type: '1' };
    const [files, chosen] = await Promise.all([
      api.call('assistantFiles', {}, { signal }),
      api.call('softwareDownload', asked, { signal }),
    ]);
    // The path of the file for this browser's system; the page's own path if there is none.
    return files.ok ? ok({ files: files.value.list, recommended: chosen.ok ? chosen.value.url : '' }) : files;
  });
  if (problem !== null) return <Alert type="error" showIcon title={problemText(t, problem)} />;
  if (offer === null) return <FallbackNotice hasFailed={false} onAgain={() => undefined} />;
  if (offer.files.length === 0) return <p>{t('download.none')}</p>;
  return (
    <>
      <p>{t('download.executableText')}</p>
      <ul className="assistant-files">
        {offer.files.map((file) => (
          <Executable key={file.system} file={file} isRecommended={file.url === offer.recommended} />
        ))}
      </ul>
      <h3>{t('download.check')}</h3>
      <p>{t('download.checkText')}</p>
      <pre tabIndex={0}>{offer.files.map(({ system, url }) => checkCommand(system, url)).join('\n')}</pre>
    </>
  );
}

function Executable(props: { readonly file: AssistantFile; readonly isRecommended: boolean }): ReactElement {
  const { t, i18n } = useTranslation('help');
  const { system, url, bytes, version, sha256 } = props.file;
  return (
    <li>
      <Button
        type={props.isRecommended ? 'primary' : 'default'}
        href={url}
        download
        icon={<DownloadOutlined aria-hidden />}
      >
        {t(`download.system.${system}`)}
      </Button>
      <span>
        {[formatBytes(bytes, i18n.language), ...(version === '' ? [] : [t('download.version', { version })])].join(
          ' · ',
        )}
      </span>
      {props.isRecommended ? <Tag color="green">{t('download.recommended')}</Tag> : null}
      <small>
        {t('download.sum')}: <code>{sha256}</code>
      </small>
    </li>
  );
}

function checkCommand(system: AssistantFile['system'], url: string): string {
  const name = url.slice(url.lastIndexOf('/') + 1);
  return system.startsWith('windows') ? `certutil -hashfile ${name} SHA256` : `sha256sum ${name}`;
}
