import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { BarcodeElement } from '#model/elements/barcode/barcode-element.ts';
import { numberSizeOf, symbologyInfo } from '#model/symbology/catalog/catalog.ts';
import { keptOptions } from '#model/symbology/catalog/options.ts';
import { LINEAR_SYMBOLOGIES, type LinearSymbology } from '#model/symbology/types.ts';
import { Gs1Edit } from '../codes/Gs1Edit.tsx';
import { usePatch } from '../session/patch.ts';
import { ContentSection } from './ContentSection.tsx';
import { Row, Section, SelectField } from '../widgets/fields.tsx';
import { NumberSection } from './NumberSection.tsx';
import { SymbolOptionFields } from './SymbolOptionFields.tsx';
import { useNewSymbology } from './use-new-symbology.ts';

export function BarcodePanel({ element }: { element: BarcodeElement }): JSX.Element {
  const { t } = useTranslation('editor');
  const { patch, end } = usePatch('barcode');
  const change = useNewSymbology<'barcode'>(element);

  function changeSymbology(symbology: LinearSymbology): void {
    const sizes = numberSizeOf(symbology);
    const fontSize = Math.min(Math.max(element.fontSize, sizes.min), sizes.max);
    change(symbology, { symbology, fontSize, options: keptOptions(symbology, element.options) });
  }

  return (
    <>
      <Section title={t('panel.code')}>
        <Row label={t('panel.symbology')}>
          <SelectField
            label={t('panel.symbology')}
            testId="symbology"
            value={element.symbology}
            choices={LINEAR_SYMBOLOGIES.map((value) => ({ value, label: symbologyInfo(value).title }))}
            onChange={changeSymbology}
          />
        </Row>
        <SymbolOptionFields
          symbology={element.symbology}
          options={element.options}
          onChange={(options) => patch({ options })}
        />
      </Section>
      <ContentSection element={element} lines={1}>
        <Gs1Edit element={element} />
      </ContentSection>
      <NumberSection element={element} patch={patch} end={end} />
    </>
  );
}
