import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { QrcodeElement } from '#model/elements/qrcode/qrcode-element.ts';
import { QR_LEVELS } from '#model/symbology/types.ts';
import { usePatch } from '../session/patch.ts';
import { ContentSection } from './ContentSection.tsx';
import { IconChoice, Row, Section } from './fields.tsx';

export function QrcodePanel({ element }: { element: QrcodeElement }): JSX.Element {
  const { t } = useTranslation('editor');
  const { patch } = usePatch('qrcode');
  return (
    <>
      <ContentSection element={element} />
      <Section title={t('panel.code')}>
        <Row label={t('panel.level')}>
          <IconChoice
            label={t('panel.level')}
            value={element.level}
            choices={QR_LEVELS.map((value) => ({ value, label: value }))}
            onChange={(level) => patch({ level })}
          />
        </Row>
        <p className="ed-hint">{t(`level.${element.level}`)}</p>
      </Section>
    </>
  );
}
