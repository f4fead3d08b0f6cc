import type { ReactElement } from 'react';
import { ExclamationCircleFilled, InfoCircleFilled } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { ElementProblem } from '#model/page/display-list.ts';
import type { LabelOutcome } from '#protocol/render.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';

/** Lists why labels of this page will not be printed, and warnings about the others; nothing if there are none. */
export function PageFindings(props: { readonly labels: readonly LabelOutcome[] }): ReactElement | null {
  const { t } = useTranslation('print');
  const refused = byRow(props.labels.filter((label) => !label.verified));
  const warned = byRow(props.labels.filter((label) => label.verified && label.warnings.length > 0));
  if (refused.length === 0 && warned.length === 0) return null;
  return (
    <div className="print-findings">
      {refused.map((label) => (
        <Finding
          key={`refused ${label.row}`}
          refused
          title={label.row > 0 ? t('preview.rowRefused', { row: label.row }) : t('preview.labelRefused')}
          problems={label.problems}
        />
      ))}
      {warned.map((label) => (
        <Finding
          key={`warned ${label.row}`}
          refused={false}
          title={label.row > 0 ? t('preview.rowWarned', { row: label.row }) : t('preview.labelWarned')}
          problems={label.warnings}
        />
      ))}
    </div>
  );
}

function Finding(props: {
  readonly refused: boolean;
  readonly title: string;
  readonly problems: readonly ElementProblem[];
}): ReactElement {
  const { t } = useTranslation(['print', 'problems']);
  return (
    <div className="print-finding" data-refused={props.refused} role="status">
      {props.refused ? <ExclamationCircleFilled aria-hidden /> : <InfoCircleFilled aria-hidden />}
      <div>
        <strong>{props.title}</strong>
        <ul>
          {props.problems.map(({ elementId, elementName, problem }) => (
            <li key={`${elementId} ${problem.code}`}>
              {elementName === '' ? null : <b>{elementName}: </b>}
              {problemText(t, problem)}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** Copies of one row on a sheet have the same findings, which are shown once. */
function byRow(labels: readonly LabelOutcome[]): readonly LabelOutcome[] {
  return [...new Map(labels.map((label) => [label.row, label])).values()];
}
