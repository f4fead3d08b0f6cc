import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { NUMBER_POSITIONS, type BarcodeElement } from '#model/elements/barcode/barcode-element.ts';
import { symbologyInfo } from '#model/symbology/catalog.ts';
import { keptOptions } from '#model/symbology/options.ts';
import { LINEAR_SYMBOLOGIES, type LinearSymbology } from '#model/symbology/types.ts';
import { usePatch } from '../session/patch.ts';
import { ContentSection } from './ContentSection.tsx';
import { IconChoice, Row, Section, SelectField } from './fields.tsx';
import { FontFields } from './FontFields.tsx';
import { sampleFor } from './symbol-sample.ts';
import { SymbolOptionFields } from './SymbolOptionFields.tsx';

/** Specification 2, section 5: the number of a retail code is at least this large, and at most 11. */
const NUMBER_SIZES: Readonly<Partial<Record<LinearSymbology, readonly [min: number, max: number]>>> = {
  ean8: [7.2, 11],
  ean13: [7.8, 11],
  upca: [8.5, 11],
};
const OTHER_SIZES: readonly [min: number, max: number] = [4, 100];

export function BarcodePanel({ element }: { element: BarcodeElement }): JSX.Element {
  const { t } = useTranslation('editor');
  const { patch, end } = usePatch('barcode');
  const [min, max] = NUMBER_SIZES[element.symbology] ?? OTHER_SIZES;

  function changeSymbology(symbology: LinearSymbology): void {
    const [low, high] = NUMBER_SIZES[symbology] ?? OTHER_SIZES;
    const fontSize = Math.min(Math.max(element.fontSize, low), high);
    patch({ symbology, fontSize, options: keptOptions(symbology, element.options), ...sampleFor(element, symbology) });
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
      <ContentSection element={element} />
      <Section title={t('panel.number')}>
        <Row label={t('panel.numberPosition')}>
          <IconChoice
            label={t('panel.numberPosition')}
            value={element.numberPosition}
            choices={NUMBER_POSITIONS.map((value) => ({ value, label: t(`numberPosition.${value}`) }))}
            onChange={(numberPosition) => patch({ numberPosition })}
          />
        </Row>
        <FontFields
          family={element.fontFamily}
          size={element.fontSize}
          min={min}
          max={max}
          sizeDisabled={element.numberPosition === 'none'}
          onFamily={(fontFamily) => patch({ fontFamily })}
          onSize={(fontSize) => patch({ fontSize }, 'fontSize')}
          onEnd={end}
        />
        <Row label={t('panel.align')}>
          <IconChoice
            label={t('panel.align')}
            value={element.align}
            choices={[
              { value: 'left', label: t('align.left'), icon: 'textLeft' },
              { value: 'center', label: t('align.center'), icon: 'textCenter' },
              { value: 'right', label: t('align.right'), icon: 'textRight' },
            ]}
            onChange={(align) => patch({ align })}
          />
        </Row>
      </Section>
    </>
  );
}
