import { useCallback, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { NUMBER_POSITIONS, type BarcodeElement } from '#model/elements/barcode/barcode-element.ts';
import { numberSizeOf, symbologyInfo } from '#model/symbology/catalog/catalog.ts';
import { keptOptions } from '#model/symbology/catalog/options.ts';
import { LINEAR_SYMBOLOGIES, type LinearSymbology } from '#model/symbology/types.ts';
import { DEFAULT_BARCODE_FONT_SIZE } from '#model/elements/barcode/barcode.ts';
import { Gs1Edit } from '../gs1/Gs1Edit.tsx';
import { usePatch } from '../session/patch.ts';
import { ContentSection } from './ContentSection.tsx';
import { IconChoice, Row, Section, SelectField } from '../widgets/fields.tsx';
import { FontFields } from './FontFields.tsx';
import { sampleFor } from './symbol-sample.ts';
import { SymbolOptionFields } from './SymbolOptionFields.tsx';
import { useCheckedSize } from './use-checked-size.ts';

export function BarcodePanel({ element }: { element: BarcodeElement }): JSX.Element {
  const { t } = useTranslation('editor');
  const { patch, end } = usePatch('barcode');
  const { min, max } = numberSizeOf(element.symbology);
  const setSize = useCallback((fontSize: number) => patch({ fontSize }, 'fontSize'), [patch]);
  const tried = useCheckedSize(element, setSize);

  function changeSymbology(symbology: LinearSymbology): void {
    const sizes = numberSizeOf(symbology);
    const fontSize = Math.min(Math.max(element.fontSize, sizes.min), sizes.max);
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
      <ContentSection element={element} lines={1}>
        <Gs1Edit element={element} />
      </ContentSection>
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
          fallback={DEFAULT_BARCODE_FONT_SIZE}
          sizeDisabled={element.numberPosition === 'none'}
          onFamily={(fontFamily) => patch({ fontFamily })}
          onSize={tried.set}
          onEnd={() => {
            tried.end();
            end();
          }}
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
