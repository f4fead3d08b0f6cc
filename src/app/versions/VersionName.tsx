import { Button, Input } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { REMARK_MAX_LENGTH, type TemplateVersion } from '#protocol/api.ts';

interface VersionNameProps {
  readonly version: TemplateVersion;
  /** Resolves when it is done, or refused and told. */
  readonly onName: (name: string) => Promise<void>;
}

/** Lets the user say what an earlier version was. */
export function VersionName({ version, onName }: VersionNameProps): ReactElement {
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
