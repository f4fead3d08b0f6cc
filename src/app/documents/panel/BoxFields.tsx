import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { Rect, Size } from '#model/kernel/geometry.ts';
import { MIN_BOX_MM, rectOnPage, type PageBox } from '../boxes/box-edits.ts';
import { LengthField } from './LengthField.tsx';

/** Number fields for the place and size of the selected box. */
export function BoxFields(props: {
  readonly box: PageBox;
  readonly page: Size;
  readonly onChange: (rect: Rect) => void;
}): JSX.Element {
  const { box, page, onChange } = props;
  const { t } = useTranslation('documents');
  const { x, y, width, height } = box.rect;
  const set = (change: Partial<Rect>): void => onChange(rectOnPage({ ...box.rect, ...change }, page));
  return (
    <div className="doc-pair">
      <LengthField
        label={t('box.x')}
        valueMm={x}
        maxMm={page.width - width}
        testId="box-x"
        onChange={(mm) => set({ x: mm })}
      />
      <LengthField
        label={t('box.y')}
        valueMm={y}
        maxMm={page.height - height}
        testId="box-y"
        onChange={(mm) => set({ y: mm })}
      />
      <LengthField
        label={t('box.width')}
        valueMm={width}
        minMm={MIN_BOX_MM}
        maxMm={page.width - x}
        testId="box-width"
        onChange={(mm) => set({ width: mm })}
      />
      <LengthField
        label={t('box.height')}
        valueMm={height}
        minMm={MIN_BOX_MM}
        maxMm={page.height - y}
        testId="box-height"
        onChange={(mm) => set({ height: mm })}
      />
    </div>
  );
}
