import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { useGradesShown, useSetGradesShown } from '#app/state/grades-shown.ts';
import { definitionOf } from '#model/elements/element.ts';
import { useEditorState } from '../session/editor-session.tsx';
import { SwitchButton } from '../widgets/SwitchButton.tsx';

/** Shows or hides the grades of the codes on the canvas. The switch is only there when the label has codes. */
export function GradeSwitch(): JSX.Element | null {
  const { t } = useTranslation('editor');
  const shown = useGradesShown();
  const setShown = useSetGradesShown();
  const hasCodes = useEditorState((s) => s.template.elements.some((e) => definitionOf(e.type).hasSymbol));
  if (!hasCodes) return null;
  return (
    <SwitchButton label={t('grade.list')} icon="grade" on={shown} testId="grades-shown" small onChange={setShown} />
  );
}
