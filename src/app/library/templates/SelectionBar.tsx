import type { ReactElement, ReactNode } from 'react';
import { CloseOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';

interface SelectionBarProps {
  /** How many are chosen. */
  readonly count: number;
  readonly onClear: () => void;
  /** What can be done with them. */
  readonly children: ReactNode;
}

/** How many of a list are chosen, and what can be done with them. */
export function SelectionBar({ count, onClear, children }: SelectionBarProps): ReactElement {
  const { t } = useTranslation('templates');
  return (
    <div className="selection-bar" role="toolbar" aria-label={t('chosenTools')}>
      <Tooltip title={t('chooseNone')}>
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined aria-hidden />}
          aria-label={t('chooseNone')}
          onClick={onClear}
        />
      </Tooltip>
      <span role="status">{t('chosen', { count })}</span>
      <div className="selection-bar-tools">{children}</div>
    </div>
  );
}
