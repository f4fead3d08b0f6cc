import { useState, type ReactElement } from 'react';
import { CopyOutlined, DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';

const FILE_NAME = 'labelwright-recovery-codes.txt';

/** The codes, with ways to keep them. */
export function RecoveryCodeList({ codes }: { readonly codes: readonly string[] }): ReactElement {
  const { t } = useTranslation(['security', 'tips']);
  const [copied, setCopied] = useState(false);
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
        <Button
          icon={<CopyOutlined aria-hidden />}
          onClick={() =>
            void navigator.clipboard.writeText(text).then(
              () => setCopied(true),
              () => setCopied(false),
            )
          }
        >
          {t('recovery.copy')}
        </Button>
        <Button
          icon={<DownloadOutlined aria-hidden />}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={FILE_NAME}
        >
          {t('recovery.download')}
        </Button>
        <span role="status">{copied ? t('tips:tip35') : ''}</span>
      </div>
    </>
  );
}
