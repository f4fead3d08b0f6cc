import { useCallback, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { BarcodeElement } from '#model/elements/barcode/barcode-element.ts';
import { DEFAULT_NUMBER_SIZE, NUMBER_POSITIONS, type SymbolNumber } from '#model/elements/base/symbol-number.ts';
import type { QrcodeElement } from '#model/elements/qrcode/qrcode-element.ts';
import { numberSizeOf } from '#model/symbology/catalog/catalog.ts';
import { IconChoice, Row, Section } from '../widgets/fields.tsx';
import { FontFields } from './FontFields.tsx';
import { ALIGN_ICONS, ALIGN_ORDER } from './TextStyleFields.tsx';
import { useCheckedSize } from './use-checked-size.ts';

export interface NumberSectionProps {
  readonly element: BarcodeElement | QrcodeElement;
  patch(fields: Partial<SymbolNumber>, merge?: string): void;
  end(): void;
}

/** The human-readable number of a symbol, and its alignment. */
export function NumberSection({ element, patch, end }: NumberSectionProps): JSX.Element {
  const { t } = useTranslation('editor');
  const { min, max } = numberSizeOf(element.symbology);
  const setSize = useCallback((fontSize: number) => patch({ fontSize }, 'fontSize'), [patch]);
  const tried = useCheckedSize(element, setSize);
  return (
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
        fallback={DEFAULT_NUMBER_SIZE}
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
          choices={ALIGN_ORDER.map((value) => ({ value, label: t(`align.${value}`), icon: ALIGN_ICONS[value] }))}
          onChange={(align) => patch({ align })}
        />
      </Row>
    </Section>
  );
}
