import type { JSX } from 'react';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatSize, useUnit } from '#app/state/unit.ts';
import type { ScaleOffer } from '../scale-offers.ts';
import { numberFormat } from '#app/state/language-formats.ts';

/** Buttons for scales at which the label's codes are readable; nothing if all codes are. */
export function ScaleOffers(props: {
  readonly offers: readonly ScaleOffer[];
  /** The labels have the page's size, and grow with it. */
  readonly isGrowing: boolean;
  readonly onTake: (choice: NonNullable<ScaleOffer['choice']>) => void;
}): JSX.Element | null {
  const { offers, isGrowing, onTake } = props;
  const { t, i18n } = useTranslation('documents');
  const unit = useUnit();
  const format = numberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 });
  if (offers.length === 0) return null;
  const without = offers.filter(({ choice }) => choice === null);
  return (
    <div className="doc-offers" role="group" aria-label={t('offer.label')}>
      <div className="doc-offers-buttons">
        {offers.map(({ scale, choice }) => {
          if (choice === null) return null;
          const percent = format.format(scale);
          const { size } = choice;
          return (
            <Button key={percent} size="small" onClick={() => onTake(choice)}>
              {isGrowing && size.type === 'own'
                ? t('offer.size', { percent, size: formatSize(size.widthMm, size.heightMm, unit, i18n.language) })
                : t('offer.scale', { percent })}
            </Button>
          );
        })}
      </div>
      {without.length === 0 ? null : (
        <p>{t('offer.noRoom', { percent: without.map(({ scale }) => format.format(scale)).join(', ') })}</p>
      )}
      {offers.some(({ isCut }) => isCut) ? <p>{t('offer.cut')}</p> : null}
    </div>
  );
}
