import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelectionBarShown, useSetSelectionBarShown } from '#app/state/selection-bar-shown.ts';
import { SwitchButton } from '../widgets/SwitchButton.tsx';

/** Shows or hides the bar beside what is selected. */
export function SelectionBarSwitch(): JSX.Element {
  const { t } = useTranslation('editor');
  const shown = useSelectionBarShown();
  const setShown = useSetSelectionBarShown();
  return <SwitchButton label={t('bar.label')} icon="bar" on={shown} testId="selection-bar-shown" onChange={setShown} />;
}
