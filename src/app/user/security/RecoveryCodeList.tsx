import { useState, type ReactElement } from 'react';
import { CopyOutlined, DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { copyText } from '#app/files/copy-text.ts';

const FILE_NAME = 'labelwright-recovery-codes.txt';

/** The codes, with ways to keep them. */
export function RecoveryCodeList({ codes }: { readonly codes: readonly string[] }): ReactElement {
  const { t } = useTranslation(['security', 'tips', 'common']);
  /** Whether they were copied; null before the first attempt. */
  const [copied, setCopied] = useState<boolean | null>(null);
  const text = `${codes.join('\n')}\n`;
  return (
    <>
      <ul className="factor-codes" data-testid="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="user-buttons">
        <Button icon={<CopyOutlined aria-hidden />} onClick={() => void copyText(text).then(setCopied)}>
          {t('recovery.copy')}
        </Button>
        <Button
          icon={<DownloadOutlined aria-hidden />}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={FILE_NAME}
        >
          {t('recovery.download')}
        </Button>
        <span role="status">{copied === null ? '' : t(copied ? 'tips:tip35' : 'common:copy.failed')}</span>
      </div>
    </>
  );
}
