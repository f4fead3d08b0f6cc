import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { ElementId } from '#model/kernel/ids.ts';
import { problemText } from '#app/i18n/problem-text.ts';
import { Icon } from '../widgets/icons.tsx';
import { useEditorSession } from '../session/editor-session.tsx';
import { useStore } from '../session/store.ts';

/** What is wrong with one element as it was last painted. */
export function ProblemList({ id }: { id: ElementId }): JSX.Element | null {
  const { t } = useTranslation('problems');
  const frame = useStore(useEditorSession().frame);
  // A missing spreadsheet is reported at the data source, beside the button that helps.
  const problems = (frame?.problems ?? []).filter((p) => p.elementId === id && p.problem.code !== 'data.notConnected');
  const warnings = (frame?.warnings ?? []).filter((p) => p.elementId === id);
  if (problems.length + warnings.length === 0) return null;
  return (
    <ul className="ed-problems" data-testid="element-problems">
      {[...problems, ...warnings].map((entry) => (
        <li
          key={`${entry.problem.path ?? ''} ${entry.problem.code}`}
          className={problems.includes(entry) ? 'ed-problem-severe' : ''}
        >
          <Icon name="warning" size={16} />
          <span>
            {entry.problem.path === undefined ? null : <b>{entry.problem.path}: </b>}
            {problemText(t, entry.problem)}
          </span>
        </li>
      ))}
    </ul>
  );
}
