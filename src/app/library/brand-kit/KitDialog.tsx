import { useState, type ReactElement, type ReactNode } from 'react';
import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import type { Result } from '#model/kernel/result.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';

interface KitDialogProps {
  readonly title: string;
  /** What is wrong with the fields. */
  readonly fault: string | null;
  readonly isReady: boolean;
  readonly onSave: () => Promise<Result<unknown>>;
  readonly onClose: () => void;
  /** Labels and fields. */
  readonly children: ReactNode;
}

/** A form for one entry of the kit. It stays open with its fields as they are when the entry could not be saved. */
export function KitDialog({ title, fault, isReady, onSave, onClose, children }: KitDialogProps): ReactElement {
  const { t } = useTranslation(['common', 'problems']);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Problem | null>(null);

  async function save(): Promise<void> {
    if (!isReady || busy) return;
    setBusy(true);
    const saved = await onSave();
    setBusy(false);
    setRefused(saved.ok ? null : saved.error);
    if (saved.ok) onClose();
  }

  return (
    <Modal
      open
      centered
      width={440}
      title={title}
      okText={t('action.save')}
      cancelText={t('action.cancel')}
      okButtonProps={{ disabled: !isReady, loading: busy }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <form
        className="brand-kit-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {children}
        <p role="alert">{fault ?? (refused === null ? null : problemText(t, refused))}</p>
        {/* Enter in a field submits only a form with a button. */}
        <button type="submit" hidden />
      </form>
    </Modal>
  );
}
