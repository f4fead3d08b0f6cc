import type { ReactElement } from 'react';
import { Switch } from 'antd';
import { SettingRow } from './SettingRow.tsx';

interface SwitchRowProps {
  readonly title: string;
  readonly text?: string;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}

export function SwitchRow({ title, text, on, onChange }: SwitchRowProps): ReactElement {
  return (
    <SettingRow title={title} {...(text === undefined ? {} : { text })}>
      {(titleId, textId) => (
        <Switch checked={on} onChange={onChange} aria-labelledby={titleId} aria-describedby={textId} />
      )}
    </SettingRow>
  );
}
