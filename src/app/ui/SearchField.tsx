import type { ReactElement } from 'react';
import { CloseCircleFilled, SearchOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { useTranslation } from 'react-i18next';

/** Characters that the server takes. */
const MOST = 200;

/** A field above a list that shows only what has these words. Its label stands in it as long as it is empty. */
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

/** For the button that empties a field: the button's accessible name is that of its icon. */
export function ClearIcon(): ReactElement {
  const { t } = useTranslation();
  return <CloseCircleFilled aria-label={t('action.clear')} />;
}
