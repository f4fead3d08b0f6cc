import type { ReactElement } from 'react';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { placeText } from '#app/state/i18n/problem-text.ts';

/** Why a label with continuing counters can't be printed now. */
export function CounterProblem(props: { readonly problem: Problem | null; onAgain(): void }): ReactElement | null {
  const { t } = useTranslation(['common', 'problems']);
  if (props.problem === null) return null;
  return (
    <Alert
      type="warning"
      showIcon
      data-testid="counter-problem"
      title={placeText(t, props.problem)}
      action={
        props.problem.code.startsWith('server.') ? (
          <Button size="small" onClick={props.onAgain}>
            {t('common:action.retry')}
          </Button>
        ) : null
      }
    />
  );
}
