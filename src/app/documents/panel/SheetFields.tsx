import { useId, type JSX } from 'react';
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { ONE_TO_A_SHEET, type LabelSheet } from '#model/document/document-plan.ts';
import { LABEL_LIMITS } from '#model/template/label-limits.ts';
import { NumberInput } from '#app/ui/NumberInput.tsx';
import { LengthField } from './LengthField.tsx';

/** The initial sheet when the user turns on several labels per sheet. */
const TWO_ACROSS: LabelSheet = { ...ONE_TO_A_SHEET, columns: 2 };

const COUNTS = ['columns', 'rows'] as const;
const SPACINGS = [
  ['columnSpacing', 'columnSpacingMm'],
  ['rowSpacing', 'rowSpacingMm'],
] as const;
const SIDES = [
  ['paddingLeft', 'left'],
  ['paddingRight', 'right'],
  ['paddingTop', 'top'],
  ['paddingBottom', 'bottom'],
] as const;

/** Whether a sheet has several labels, and their arrangement. */
export function SheetFields(props: {
  readonly sheet: LabelSheet | null;
  readonly onChange: (sheet: LabelSheet | null) => void;
}): JSX.Element {
  const { sheet, onChange } = props;
  const { t } = useTranslation(['documents', 'label']);
  const id = useId();
  return (
    <>
      <Checkbox checked={sheet !== null} onChange={(event) => onChange(event.target.checked ? TWO_ACROSS : null)}>
        {t('size.sheet')}
      </Checkbox>
      {sheet === null ? null : (
        <>
          <div className="doc-pair">
            {COUNTS.map((name) => (
              <div key={name} className="doc-length">
                <label htmlFor={`${id}-${name}`}>{t(`label:field.${name}`)}</label>
                <NumberInput
                  id={`${id}-${name}`}
                  size="small"
                  min={1}
                  max={LABEL_LIMITS.maxGrid}
                  precision={0}
                  fallback={1}
                  value={sheet[name]}
                  testId={`sheet-${name}`}
                  onChange={(count) => onChange({ ...sheet, [name]: count })}
                />
              </div>
            ))}
            {SPACINGS.map(([name, field]) => (
              <LengthField
                key={name}
                label={t(`label:field.${name}`)}
                valueMm={sheet[field]}
                maxMm={LABEL_LIMITS.maxSpacingMm}
                testId={`sheet-${name}`}
                onChange={(mm) => onChange({ ...sheet, [field]: mm })}
              />
            ))}
          </div>
          <div role="group" aria-labelledby={`${id}-padding`} className="doc-sheet-padding">
            <span id={`${id}-padding`}>{t('label:section.padding')}</span>
            <div className="doc-pair">
              {SIDES.map(([name, side]) => (
                <LengthField
                  key={name}
                  label={t(`label:field.${name}`)}
                  valueMm={sheet.paddingMm[side]}
                  maxMm={LABEL_LIMITS.maxSpacingMm}
                  testId={`sheet-${name}`}
                  onChange={(mm) => onChange({ ...sheet, paddingMm: { ...sheet.paddingMm, [side]: mm } })}
                />
              ))}
            </div>
          </div>
        </>
      )}
    </>
  );
}
