import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { contentsOf } from '#model/elements/element.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import type { Problem, ProblemCode } from '#model/kernel/problem.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { Icon } from '../widgets/icons.tsx';
import { useEditorSession, useEditorState, useFrame } from '../session/editor-session.tsx';
import { useStore } from '#app/state/store.ts';

interface Line {
  readonly text: string;
  readonly severe: boolean;
  /** The affected parts of the element, such as cells of a table; empty for the whole element. */
  readonly paths: readonly string[];
}

/** The reasons why a source of the file is unknown. Its card shows them if it is the element's only source. */
const SHOWN_AT_SOURCE: ReadonlySet<ProblemCode> = new Set([
  'data.unknownSource',
  'data.referenceMissing',
  'data.referenceCircle',
]);

/** The problems of one element from its last rendering and verification, without duplicates. */
export function ProblemList({ id }: { id: ElementId }): JSX.Element | null {
  const { t } = useTranslation('problems');
  const { checks, data } = useEditorSession();
  const problems = useFrame((frame) => frame?.problems);
  const warnings = useFrame((frame) => frame?.warnings);
  const check = useStore(checks).find((one) => one.elementId === id);
  const { problem: dataProblem, missing } = useStore(data.state);
  const element = useEditorState((s) => s.template.elements.find((one) => one.id === id));
  // The sources of a table cell are shown only while the cell is selected, those of an only content always.
  const [only, ...others] = element === undefined ? [] : contentsOf(element);
  const isContentShown = only !== undefined && only.place === undefined && others.length === 0;
  const isSourceShown = isContentShown && only.sources.length === 1;

  /** The problem in this list's wording; null if it is shown at the data source, next to the remedy. */
  function worded(problem: Problem): Problem | null {
    if (SHOWN_AT_SOURCE.has(problem.code)) return isSourceShown ? null : problem;
    if (problem.code.startsWith('data.expression')) return isShownAtFormula(problem) ? null : problem;
    if (problem.code !== 'data.notConnected') return problem;
    if (missing.size === 0) return dataProblem;
    return isContentShown ? null : problem;
  }

  /** The fields of formulas show their own problems; those of a cell, or of one source of several, may be hidden. */
  function isShownAtFormula({ path }: Problem): boolean {
    return path === undefined && (isSourceShown || !isContentShown);
  }

  const lines = new Map<string, Line>();
  function add(found: Problem, severe: boolean): void {
    const problem = worded(found);
    if (problem === null) return;
    const text = problemText(t, problem);
    const before = lines.get(text);
    const paths = new Set([...(before?.paths ?? []), ...(found.path === undefined ? [] : [found.path])]);
    lines.set(text, { text, severe: severe || before?.severe === true, paths: [...paths] });
  }
  for (const { elementId, problem } of problems ?? []) if (elementId === id) add(problem, true);
  for (const { elementId, problem } of warnings ?? []) if (elementId === id) add(problem, false);
  if (check !== undefined && check.problem !== null) add(check.problem, true);
  if (lines.size === 0) return null;
  return (
    <ul className="ed-problems" data-testid="element-problems">
      {[...lines.values()].map(({ text, severe, paths }) => (
        <li key={text} className={severe ? 'ed-problem-severe' : ''}>
          <Icon name="warning" size={16} />
          <span>
            {paths.length === 0 ? null : <b>{paths.join(', ')}: </b>}
            {text}
          </span>
        </li>
      ))}
    </ul>
  );
}
