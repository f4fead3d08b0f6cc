import type { ReactElement } from 'react';
import { CloseCircleFilled, SearchOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { useTranslation } from 'react-i18next';

/** The server's limit in characters. */
const MOST = 200;

/** A search field above a list that filters it. Its label is inside the field while it is empty. */
export function SearchField(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (words: string) => void;
  readonly className?: string;
  readonly maxLength?: number;
}): ReactElement {
  return (
    <Input
      allowClear={{ clearIcon: <ClearIcon /> }}
      {...(props.className === undefined ? {} : { className: props.className })}
      prefix={<SearchOutlined aria-hidden />}
      placeholder={props.label}
      aria-label={props.label}
      maxLength={props.maxLength ?? MOST}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
    />
  );
}

/** For the button that clears a field: the button's accessible name is that of its icon. */
export function ClearIcon(): ReactElement {
  const { t } = useTranslation();
  return <CloseCircleFilled aria-label={t('action.clear')} />;
}
