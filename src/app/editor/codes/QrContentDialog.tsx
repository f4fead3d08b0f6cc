import { Alert, Input, Modal, Select } from 'antd';
import { useId, useRef, useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { parseQrContent, QR_CONTENT, QR_KINDS, type QrKind } from '#model/symbology/qr-content/kinds.ts';
import type { QrFault, QrField, QrValues } from '#model/symbology/qr-content/types.ts';
import { growingField } from '#app/ui/growing-field.ts';
import { CodeResult } from '../widgets/CodeResult.tsx';
import './codes.css';

export interface QrContentDialogProps {
  readonly content: string;
  onCancel(): void;
  onConfirm(content: string, kind: QrKind): void;
}

/** Structured content of a code, for phones or banks, field by field. Invalid data can't be applied. */
export function QrContentDialog({ content, onCancel, onConfirm }: QrContentDialogProps): JSX.Element {
  const { t } = useTranslation(['qrcontent', 'common']);
  const kindId = useId();
  const formRef = useRef<HTMLDivElement>(null);
  const [start] = useState(() => parseQrContent(content));
  const [kind, setKind] = useState<QrKind>(start?.kind ?? 'url');
  const [values, setValues] = useState<QrValues>(start?.values ?? {});
  const [hasTried, setHasTried] = useState(false);
  const { fields, check, make } = QR_CONTENT[kind];
  const faults = check.call(QR_CONTENT[kind], values);
  const whole = faults.find(({ field }) => field === null);

  function choose(next: QrKind): void {
    setKind(next);
    setValues(start?.kind === next ? start.values : {});
    setHasTried(false);
  }
  function confirm(): void {
    const [first] = faults;
    if (first === undefined) return onConfirm(make(values), kind);
    setHasTried(true);
    formRef.current?.querySelector<HTMLElement>(`[data-field="${first.field}"] :is(input, textarea)`)?.focus();
  }

  return (
    <Modal
      open
      centered
      title={t('title')}
      width={640}
      okText={t('common:action.confirm')}
      cancelText={t('common:action.cancel')}
      onCancel={onCancel}
      onOk={confirm}
    >
      <div className="ed-qrc" ref={formRef}>
        <div className="ed-qrc-field" data-field="kind">
          <label htmlFor={kindId}>{t('kind')}</label>
          <Select<QrKind>
            id={kindId}
            value={kind}
            options={QR_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
            onChange={choose}
          />
        </div>
        {start === null && content !== '' ? <p className="ed-hint">{t('notUnderstood')}</p> : null}
        {kind === 'swissBill' ? <Alert type="info" showIcon title={t('swissHint')} /> : null}
        <div className="ed-qrc-fields" data-testid="qrcontent-fields">
          {fields
            .filter(({ name }) => name !== 'key' || values['security'] !== 'nopass')
            .map((field) => (
              <FieldRow
                key={`${kind} ${field.name}`}
                field={field}
                value={values[field.name] ?? field.choices?.[0] ?? ''}
                // An empty field is not marked in red until the user confirms.
                wrong={
                  hasTried || (values[field.name] ?? '') !== ''
                    ? faults.find((fault) => fault.field === field.name)
                    : undefined
                }
                onChange={(value) => setValues({ ...values, [field.name]: value })}
                onEnter={confirm}
              />
            ))}
        </div>
        {whole === undefined ? null : (
          <Alert type="error" showIcon title={t(`fault.${whole.code}`, { max: whole.max })} />
        )}
        <CodeResult label={t('result')} testId="qrcontent-result" isTold={false}>
          {faults.length === 0 ? make(values) : '–'}
        </CodeResult>
      </div>
    </Modal>
  );
}

interface FieldRowProps {
  readonly field: QrField;
  readonly value: string;
  readonly wrong: QrFault | undefined;
  onChange(value: string): void;
  /** Called when Enter is pressed in a single-line field. */
  onEnter(): void;
}

function FieldRow({ field, value, wrong, onChange, onEnter }: FieldRowProps): JSX.Element {
  const { t } = useTranslation('qrcontent');
  const id = useId();
  const faultId = `${id}-fault`;
  const status = wrong === undefined ? '' : 'error';
  const described = { id, 'aria-describedby': faultId, 'aria-invalid': wrong !== undefined };
  return (
    <div className="ed-qrc-field" data-field={field.name}>
      <label htmlFor={id}>{t(`field.${field.name}`)}</label>
      {field.choices !== undefined ? (
        <Select
          id={id}
          value={value}
          options={field.choices.map((choice) => ({ value: choice, label: t(`choice.${choice.replace('.', '')}`) }))}
          onChange={onChange}
        />
      ) : field.multiline === true ? (
        <Input.TextArea
          {...described}
          status={status}
          {...growingField(2, 5)}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <Input
          {...described}
          status={status}
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onPressEnter={onEnter}
        />
      )}
      <p id={faultId} className="ed-field-fault" role="alert">
        {wrong === undefined ? null : t(`fault.${wrong.code}`, { max: wrong.max })}
      </p>
    </div>
  );
}
