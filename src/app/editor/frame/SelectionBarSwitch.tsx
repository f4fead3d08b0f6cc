import { Tooltip } from 'antd';
import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelectionBarShown, useSetSelectionBarShown } from '#app/state/selection-bar-shown.ts';
import { Icon } from '../widgets/icons.tsx';

/** Shows or hides the bar beside what is selected. */
export function SelectionBarSwitch(): JSX.Element {
  const { t } = useTranslation('editor');
  const shown = useSelectionBarShown();
  const setShown = useSetSelectionBarShown();
  return (
    <Tooltip title={t('bar.label')} mouseEnterDelay={0.4}>
      <button
        type="button"
        className="ed-tool"
        aria-label={t('bar.label')}
        aria-pressed={shown}
        data-testid="selection-bar-shown"
        onClick={() => setShown(!shown)}
      >
        <Icon name="bar" />
      </button>
    </Tooltip>
  );
}
