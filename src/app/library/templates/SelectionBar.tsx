import type { ReactElement, ReactNode } from 'react';
import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { tooltip } from '#app/ui/tooltips.tsx';

interface SelectionBarProps {
  /** The number of selected items. */
  readonly count: number;
  readonly onClear: () => void;
  /** The actions. */
  readonly children: ReactNode;
}

/** The number of selected items in a list, and the actions on them. */
export function SelectionBar({ count, onClear, children }: SelectionBarProps): ReactElement {
  const { t } = useTranslation('templates');
  return (
    <div className="selection-bar" role="toolbar" aria-label={t('chosenTools')}>
      <Button
        {...tooltip(t('chooseNone'))}
        type="text"
        size="small"
        icon={<CloseOutlined aria-hidden />}
        aria-label={t('chooseNone')}
        onClick={onClear}
      />
      <span role="status">{t('chosen', { count })}</span>
      <div className="selection-bar-tools">{children}</div>
    </div>
  );
}
