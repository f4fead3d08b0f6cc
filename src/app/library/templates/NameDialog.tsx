import { useId, useRef, useState, type ReactElement } from 'react';
import { Input, Modal, type InputRef } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Problem } from '#model/kernel/problem.ts';
import { nameFaultText } from '#app/state/i18n/name-fault-text.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import './folders.css';

/** The server's limit. */
const NAME_MAX_LENGTH = 100;

export interface NameDialogProps {
  readonly title: string;
  /** The label of the field. */
  readonly label: string;
  /** Empty for a new item. */
  readonly initial: string;
  /** Saves the name. The field shows a resulting problem; null closes the dialog. */
  readonly onName: (name: string) => Promise<Problem | null>;
  readonly onClose: () => void;
}

/** Asks for the name of a template or a folder. An unchanged name closes it without a call. */
export function NameDialog(props: NameDialogProps): ReactElement {
  const { t } = useTranslation(['common', 'tips', 'problems']);
  const id = useId();
  const field = useRef<InputRef>(null);
  const [name, setName] = useState(props.initial);
  const [touched, setTouched] = useState(props.initial !== '');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Problem | null>(null);
  const fault = nameFaultText(t, name);

  function faultText(): string | null {
    if (fault !== null) return touched || name.trim() !== '' ? fault : null;
    return refused === null ? null : problemText(t, refused);
  }
  const text = faultText();

  async function confirm(): Promise<void> {
    setTouched(true);
    if (fault !== null || busy) return;
    if (name.trim() === props.initial) {
      props.onClose();
      return;
    }
    setBusy(true);
    const problem = await props.onName(name.trim());
    setBusy(false);
    if (problem === null) props.onClose();
    else setRefused(problem);
  }

  return (
    <Modal
      open
      centered
      width={440}
      title={props.title}
      okText={t('action.confirm')}
      cancelText={t('action.cancel')}
      okButtonProps={{ disabled: fault !== null, loading: busy }}
      onOk={() => void confirm()}
      onCancel={props.onClose}
      // A menu that was closed by a key returns the focus to its button after the field has received it. A field that still
      // has the focus may already contain typed text, which must not be selected and replaced by the next letter.
      afterOpenChange={(isOpen) => {
        if (isOpen && field.current?.input !== document.activeElement) field.current?.focus();
      }}
    >
      <div className="name-field">
        <label htmlFor={id}>{props.label}</label>
        <Input
          ref={field}
          id={id}
          autoFocus
          size="large"
          value={name}
          maxLength={NAME_MAX_LENGTH}
          status={text === null ? '' : 'error'}
          onFocus={(event) => event.target.select()}
          onChange={(event) => {
            setName(event.target.value);
            setTouched(true);
            setRefused(null);
          }}
          onPressEnter={() => void confirm()}
        />
        <p role="alert">{text}</p>
      </div>
    </Modal>
  );
}
