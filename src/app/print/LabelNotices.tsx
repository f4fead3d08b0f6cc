import { useMemo } from 'react';
import type { ReactElement } from 'react';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { labelNotices } from '#model/template/label-format.ts';
import type { LabelSettings } from '#model/template/template.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';

/**
 * Parts of the label itself, such as its size, that could not be used as in its file, repeated before printing.
 * Notices about elements are shown with each page (PageFindings).
 */
export function LabelNotices({ label }: { readonly label: LabelSettings }): ReactElement | null {
  const { t } = useTranslation('problems');
  const texts = useMemo(
    () => labelNotices(label).flatMap((notice) => (notice.path === undefined ? [problemText(t, notice)] : [])),
    [label, t],
  );
  return texts.length === 0 ? null : (
    <Alert
      type="warning"
      showIcon
      title={texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    />
  );
}
