import { Tooltip } from 'antd';
import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { useGradesShown, useSetGradesShown } from '#app/state/grades-shown.ts';
import { definitionOf } from '#model/elements/element.ts';
import { useEditorState } from '../session/editor-session.tsx';
import { Icon } from '../widgets/icons.tsx';

/** Shows or hides the grades of the codes on the canvas. The switch is only there when the label has codes. */
export function GradeSwitch(): JSX.Element | null {
  const { t } = useTranslation('editor');
  const shown = useGradesShown();
  const setShown = useSetGradesShown();
  const hasCodes = useEditorState((s) => s.template.elements.some((e) => definitionOf(e.type).hasSymbol));
  if (!hasCodes) return null;
  return (
    <Tooltip title={t('grade.list')} mouseEnterDelay={0.4}>
      <button
        type="button"
        className="ed-tool ed-tool-small"
        aria-label={t('grade.list')}
        aria-pressed={shown}
        data-testid="grades-shown"
        onClick={() => setShown(!shown)}
      >
        <Icon name="grade" size={16} />
      </button>
    </Tooltip>
  );
}
