import type { ReactElement } from 'react';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { toldText } from '#app/i18n/problem-text.ts';

/** Says why the list could not be fetched, with a button to try again. The old list stays below it. */
export function ListProblem(props: { readonly problem: Problem; readonly onRetry: () => void }): ReactElement | null {
  const { t } = useTranslation(['common', 'problems']);
  const told = toldText(t, props.problem);
  if (told === null) return null;
  return (
    <Alert
      type="error"
      showIcon
      title={told}
      action={
        <Button size="small" onClick={props.onRetry}>
          {t('action.retry')}
        </Button>
      }
    />
  );
}
