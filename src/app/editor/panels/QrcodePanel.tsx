import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { QrcodeElement } from '#model/elements/qrcode/qrcode-element.ts';
import { symbologyInfo } from '#model/symbology/catalog/catalog.ts';
import { chosen, keptOptions } from '#model/symbology/catalog/options.ts';
import { MATRIX_SYMBOLOGIES, type MatrixSymbology } from '#model/symbology/types.ts';
import { Gs1Edit } from '../gs1/Gs1Edit.tsx';
import { QrContentEdit } from '../qr-content/QrContentEdit.tsx';
import { usePatch } from '../session/patch.ts';
import { ContentSection } from './ContentSection.tsx';
import { LabelCode } from './LabelCode.tsx';
import { NumberSection } from './NumberSection.tsx';
import { Row, Section, SelectField } from '../widgets/fields.tsx';
import { SymbolOptionFields } from './SymbolOptionFields.tsx';
import { useNewSymbology } from './use-new-symbology.ts';

/** The symbologies whose error correction is chosen in words instead of numbers. */
const QR_LEVELS: ReadonlySet<string> = new Set(['L', 'M', 'Q', 'H']);

export function QrcodePanel({ element }: { element: QrcodeElement }): JSX.Element {
  const { t } = useTranslation('editor');
  const { patch, end } = usePatch('qrcode');
  const change = useNewSymbology<'qrcode'>(element);
  const { symbology, options } = element;
  const level = chosen(symbology, options, 'level');

  function changeSymbology(next: MatrixSymbology): void {
    change(next, { symbology: next, options: keptOptions(next, options) });
  }

  return (
    <>
      <Section title={t('panel.code')}>
        <Row label={t('panel.symbology')}>
          <SelectField
            label={t('panel.symbology')}
            testId="symbology"
            value={symbology}
            choices={MATRIX_SYMBOLOGIES.map((value) => ({ value, label: symbologyInfo(value).title }))}
            onChange={changeSymbology}
          />
        </Row>
        <SymbolOptionFields
          symbology={symbology}
          options={options}
          onChange={(changed) => patch({ options: changed })}
        />
        {QR_LEVELS.has(level) ? <p className="ed-hint">{t(`level.${level}`)}</p> : null}
        {chosen(symbology, options, 'mode') === 'postal' ? <p className="ed-hint">{t('symbolHint.postal')}</p> : null}
      </Section>
      <ContentSection element={element} lines={1}>
        <LabelCode element={element} />
        <Gs1Edit element={element} />
        <QrContentEdit element={element} />
      </ContentSection>
      <NumberSection element={element} patch={patch} end={end} />
    </>
  );
}
