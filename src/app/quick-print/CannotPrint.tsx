import type { ReactElement } from 'react';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Problem, ProblemCode } from '#model/kernel/problem.ts';
import { placeText } from '#app/state/i18n/problem-text.ts';
import type { SavedLabel } from '#app/state/load-saved-label.ts';
import { editLabelPath } from '#app/state/label-attributes.ts';

export interface CannotPrintProps {
  readonly problem: Problem;
  /** Null if it could not be loaded. */
  readonly label: SavedLabel | null;
  readonly onAgain: () => void;
}

/** Problems that a retry can't solve: the label itself is incomplete. */
const OF_THE_LABEL: ReadonlySet<ProblemCode> = new Set<ProblemCode>(['print.noKeys', 'blank.none', 'blank.tooMany']);

/** Why a label can't be printed in this way, and how to fix it: in the editor, or with another template. */
export function CannotPrint({ problem, label, onAgain }: CannotPrintProps): ReactElement {
  const { t } = useTranslation(['ways', 'common', 'problems']);
  return (
    <Alert
      type="warning"
      showIcon
      title={placeText(t, problem)}
      description={
        label === null ? (
          <Link to="/cloudTemplate">{t('toTemplates')}</Link>
        ) : (
          <Link to={editLabelPath(label.attributes, 'edit')}>{t('scan.edit')}</Link>
        )
      }
      action={
        OF_THE_LABEL.has(problem.code) ? null : (
          <Button size="small" onClick={onAgain}>
            {t('common:action.retry')}
          </Button>
        )
      }
    />
  );
}
