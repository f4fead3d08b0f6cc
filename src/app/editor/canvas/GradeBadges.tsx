import { Tooltip } from 'antd';
import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { symbologyInfo } from '#model/symbology/catalog/catalog.ts';
import type { SymbolCheck } from '#protocol/render.ts';
import { problemText } from '#app/i18n/problem-text.ts';
import { labelRectToCanvas } from '#editor/viewport.ts';
import { useEditorState } from '../session/editor-session.tsx';
import { useSymbolChecks } from './use-symbol-checks.ts';
import '#app/grade.css';

const TRIGGERS: ('hover' | 'focus')[] = ['hover', 'focus'];

/** On each code its grade, as it would print; never in the print. Hidden while something is moved. */
export function GradeBadges(): JSX.Element | null {
  const { t } = useTranslation(['editor', 'problems']);
  const view = useEditorState((s) => s.viewport);
  const elements = useEditorState((s) => s.template.elements);
  const busy = useEditorState((s) => s.interaction.type === 'move' || s.interaction.type === 'resize');
  const checks = useSymbolChecks();
  const present = new Set(elements.map((element) => element.id));
  const shown = checks.filter((check) => present.has(check.elementId));
  if (busy || shown.length === 0) return null;
  return (
    <ul className="ed-grades" aria-label={t('grade.list')}>
      {shown.map((check, i) => {
        const { x, y } = labelRectToCanvas(view, check.bounds);
        const title = t(check.grade === null ? 'grade.mirrored' : 'grade.of', { grade: check.grade ?? '' });
        const reasons = reasonsOf(check).map((problem) => problemText(t, problem));
        return (
          <li key={`${check.elementId} ${i}`} style={{ transform: `translate(${x}px, ${y}px)` }}>
            <Tooltip
              trigger={TRIGGERS}
              title={
                <>
                  <strong>{title}</strong>
                  {reasons.map((reason) => (
                    <div key={reason}>{reason}</div>
                  ))}
                </>
              }
            >
              <span
                className="lw-grade"
                data-testid="grade-badge"
                data-grade={check.grade ?? 'none'}
                role="img"
                tabIndex={0}
                aria-label={[
                  `${check.elementName}, ${symbologyInfo(check.symbology).title}: ${title}`,
                  ...reasons,
                ].join('. ')}
              >
                {check.grade ?? '–'}
              </span>
            </Tooltip>
          </li>
        );
      })}
    </ul>
  );
}

function reasonsOf({ problem, notes }: SymbolCheck): readonly NonNullable<SymbolCheck['problem']>[] {
  return problem === null ? notes.map((note) => note.problem) : [problem];
}
