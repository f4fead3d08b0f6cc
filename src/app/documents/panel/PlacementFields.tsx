import type { JSX } from 'react';
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import {
  HORIZONTAL_PLACES,
  PAGE_FITS,
  VERTICAL_PLACES,
  type Margins,
  type PageFit,
  type PagePlacement,
} from '#model/document/document-look.ts';
import { chooseByArrows, radioTabIndex } from '#app/ui/choice/radio-keys.ts';
import { NumberInput } from '#app/ui/NumberInput.tsx';
import { LengthField } from './LengthField.tsx';

const SIDES = ['left', 'right', 'top', 'bottom'] as const satisfies readonly (keyof Margins)[];
const MOST_MARGIN_MM = 100;
const PLACES = VERTICAL_PLACES.flatMap((vertical) => HORIZONTAL_PLACES.map((horizontal) => ({ vertical, horizontal })));

/** The scale and place of the page on its label. */
export function PlacementFields(props: {
  readonly placement: PagePlacement;
  readonly onChange: (placement: PagePlacement) => void;
}): JSX.Element {
  const { placement, onChange } = props;
  const { t } = useTranslation('documents');
  const at = PLACES.findIndex(
    ({ vertical, horizontal }) => vertical === placement.vertical && horizontal === placement.horizontal,
  );
  function place(index: number): void {
    const next = PLACES[index];
    if (next !== undefined) onChange({ ...placement, ...next });
  }
  return (
    <>
      <Segmented<PageFit>
        block
        aria-label={t('fit.label')}
        value={placement.fit}
        options={PAGE_FITS.map((fit) => ({ value: fit, label: t(`fit.${fit}`) }))}
        onChange={(fit) => onChange({ ...placement, fit })}
      />
      <div className="doc-placement">
        <div
          role="radiogroup"
          aria-label={t('place.label')}
          className="doc-places"
          onKeyDown={(event) => chooseByArrows(event, place)}
        >
          {PLACES.map(({ vertical, horizontal }, i) => (
            <button
              key={`${vertical} ${horizontal}`}
              type="button"
              role="radio"
              aria-checked={i === at}
              tabIndex={radioTabIndex(i, at)}
              aria-label={t('place.one', {
                vertical: t(`place.${vertical}`),
                horizontal: t(`place.${horizontal}`),
              })}
              onClick={() => place(i)}
            />
          ))}
        </div>
        <div className="doc-margins">
          {SIDES.map((side) => (
            <LengthField
              key={side}
              label={t(`margin.${side}`)}
              valueMm={placement.marginsMm[side]}
              maxMm={MOST_MARGIN_MM}
              testId={`margin-${side}`}
              onChange={(mm) => onChange({ ...placement, marginsMm: { ...placement.marginsMm, [side]: mm } })}
            />
          ))}
        </div>
      </div>
      {placement.fit === 'actual' ? (
        <div className="doc-length">
          <label htmlFor="doc-scale">{t('fit.scale')}</label>
          <NumberInput
            id="doc-scale"
            size="small"
            min={1}
            max={1000}
            maxDecimals={2}
            suffix="%"
            value={Math.round(placement.scale * 10_000) / 100}
            onChange={(percent) => onChange({ ...placement, scale: percent / 100 })}
          />
        </div>
      ) : null}
    </>
  );
}
