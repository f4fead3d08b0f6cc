import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { sheetGeometry } from '#model/page/sheet.ts';
import { numberFormat } from '#app/state/language-formats.ts';
import { useFrame, useShownLabel } from '../session/editor-session.tsx';
import { usePrinted } from './printed-view.ts';

/** Shows and announces the printer whose dots the canvas shows. */
export function PrintedHint(): JSX.Element {
  const { t, i18n } = useTranslation('editor');
  const printed = usePrinted();
  const label = useShownLabel();
  const isShown = useFrame((frame) => frame?.printed === true);
  if (printed === null) return <div className="ed-printed" role="status" />;
  const { name, dpi, calibration } = printed;
  const { labelWidthDots, labelHeightDots } = sheetGeometry(label, dpi, calibration ?? undefined);
  const number = numberFormat(i18n.language);
  const size = t('printed.size', { width: number.format(labelWidthDots), height: number.format(labelHeightDots) });
  return (
    <div className="ed-printed" role="status" data-testid="as-printed" data-dpi={dpi} data-shown={isShown}>
      <span>
        <b>{t('action.asPrinted')}</b>{' '}
        {[name, t('printed.dpi', { dpi }), size].filter((part) => part !== '').join(' · ')}
      </span>
    </div>
  );
}

/** The corner between the rulers: shows that they count dots. */
export function RulerCorner(): JSX.Element {
  const { t } = useTranslation('editor');
  const printed = usePrinted();
  return (
    <div
      className={printed === null ? 'ed-ruler-corner' : 'ed-ruler-corner ed-ruler-corner-dots'}
      aria-hidden
      data-testid="ruler-corner"
    >
      {printed === null ? null : t('printed.dots')}
    </div>
  );
}
