import { useEffect, type ReactElement } from 'react';
import { Alert, Button, Modal, Spin } from 'antd';
import { useTranslation } from 'react-i18next';
import { placeText } from '#app/state/i18n/problem-text.ts';
import { PrintDialog } from '#app/print/PrintDialog.tsx';
import { isForMembers } from '#app/state/member-need.ts';
import { useSavedLabel } from '#app/state/use-saved-label.ts';

export interface QuickPrintProps {
  readonly templateId: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** Prints a saved template without opening it: printer, copies, print. */
export function QuickPrint({ templateId, name, onClose }: QuickPrintProps): ReactElement | null {
  const { t } = useTranslation(['print', 'common', 'problems']);
  const { label, again } = useSavedLabel(templateId, 'quickPrint');
  // The membership dialog has given the reason.
  const isRefused = label?.ok === false && isForMembers(label.error);
  useEffect(() => {
    if (isRefused) onClose();
  }, [isRefused, onClose]);
  if (isRefused) return null;
  if (label?.ok === true) {
    const { template, printed } = label.value;
    return (
      <PrintDialog
        open
        brief
        template={template}
        templateName={template.label.name}
        templateId={templateId}
        recorded={printed}
        onClose={onClose}
      />
    );
  }
  return (
    <Modal open centered width={480} footer={null} title={t('title', { name })} onCancel={onClose}>
      {label === null ? (
        <div className="late-loading" role="status" aria-busy="true" aria-label={t('common:late.loading')}>
          <Spin />
        </div>
      ) : (
        <Alert
          type="error"
          showIcon
          title={placeText(t, label.error)}
          action={
            <Button size="small" onClick={again}>
              {t('common:action.retry')}
            </Button>
          }
        />
      )}
    </Modal>
  );
}
