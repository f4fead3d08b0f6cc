import type { ReactElement } from 'react';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { placeText, noticeText } from '#app/state/i18n/problem-text.ts';
import { isForMembers } from '#app/state/member-need.ts';

/** Shows why the list could not be fetched, with a retry button. The old list stays below it. */
export function ListProblem(props: { readonly problem: Problem; readonly onRetry: () => void }): ReactElement | null {
  const { t } = useTranslation(['common', 'problems']);
  const { problem } = props;
  // Behind the membership dialog, a failed list would look like an empty one.
  const isOffered = isForMembers(problem);
  const notice = isOffered ? placeText(t, problem) : noticeText(t, problem);
  if (notice === null) return null;
  return (
    <Alert
      type={isOffered ? 'info' : 'error'}
      showIcon
      title={notice}
      action={
        <Button size="small" onClick={props.onRetry}>
          {t('action.retry')}
        </Button>
      }
    />
  );
}
