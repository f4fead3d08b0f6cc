import type { ReactElement } from 'react';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';

/** Why a form was rejected, above its fields. */
export function FormFault({ fault }: { readonly fault: Problem | null }): ReactElement | null {
  const { t } = useTranslation('problems');
  return fault === null ? null : <Alert type="error" showIcon className="auth-fault" title={problemText(t, fault)} />;
}
