import { useId, type ReactElement } from 'react';
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { isLengthOrdered, LENGTH_FIELDS, sharesSheet, withContentLength, type FormField } from './label-form.ts';
import type { LabelForm } from './label-form.ts';

interface LengthFieldsProps {
  readonly form: LabelForm;
  readonly input: (field: FormField) => ReactElement;
  readonly onChange: (form: LabelForm) => void;
}

/** Whether the label is as long as its content, and within which limits. Not offered to labels that share a sheet. */
export function LengthFields({ form, input, onChange }: LengthFieldsProps): ReactElement {
  const { t } = useTranslation('label');
  const hintId = useId();
  const isShared = sharesSheet(form);
  const isOn = form.followsContent && !isShared;
  return (
    <div className="label-dialog-length">
      <Checkbox
        checked={isOn}
        disabled={isShared}
        aria-describedby={hintId}
        onChange={(event) => onChange(withContentLength(form, event.target.checked))}
      >
        {t('length.follow')}
      </Checkbox>
      <p className="label-dialog-hint" id={hintId}>
        {t(isShared ? 'length.shared' : 'length.hint')}
      </p>
      {isOn ? <div className="label-dialog-row label-dialog-row-four">{LENGTH_FIELDS.map(input)}</div> : null}
      {isOn && !isLengthOrdered(form) ? (
        <p className="label-field-fault" role="alert">
          {t('fault.lengthOrder')}
        </p>
      ) : null}
    </div>
  );
}
