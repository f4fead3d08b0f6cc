import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { LabelSettings } from '#model/template/template.ts';
import { sheetSizeMm } from '#model/page/sheet.ts';
import { formatLabelSize } from '#app/state/label-size-text.ts';
import { formatSize, type MeasureUnit } from '#app/state/unit.ts';

interface SheetPreviewProps {
  readonly settings: LabelSettings;
  readonly unit: MeasureUnit;
  /** Address of the background image; null for none. */
  readonly backgroundUrl: string | null;
}

/** The size of the drawing, in CSS pixels. */
const BOX_WIDTH = 296;
const BOX_HEIGHT = 316;
const MARK = 22;
/** The margin on the other sides, so that strokes at the edge are not clipped. */
const EDGE = 4;

/** Draws the sheet with its labels to scale. */
export function SheetPreview(props: SheetPreviewProps): ReactElement {
  const { t, i18n } = useTranslation('label');
  const { settings, unit, backgroundUrl } = props;
  const sheet = sheetSizeMm(settings);
  const scale = Math.min((BOX_WIDTH - MARK - EDGE) / sheet.width, (BOX_HEIGHT - MARK - EDGE) / sheet.height);
  const width = Math.max(1, sheet.width * scale);
  const height = Math.max(1, sheet.height * scale);
  const labelWidth = Math.max(0.5, settings.widthMm * scale);
  const labelHeight = Math.max(0.5, settings.heightMm * scale);
  const radius = Math.min(4, labelWidth / 8, labelHeight / 8);
  const left = (BOX_WIDTH - EDGE - width + MARK) / 2;
  const top = (BOX_HEIGHT - EDGE - height + MARK) / 2;
  const cells = Array.from({ length: settings.rows * settings.columns }, (_, i) => ({
    x:
      left + (settings.paddingMm.left + (i % settings.columns) * (settings.widthMm + settings.columnSpacingMm)) * scale,
    y:
      top +
      (settings.paddingMm.top + Math.floor(i / settings.columns) * (settings.heightMm + settings.rowSpacingMm)) * scale,
  }));
  const first = cells[0] ?? { x: left, y: top };
  const sheetText = formatSize(sheet.width, sheet.height, unit, i18n.language);
  const count = t('preview.labels', { count: cells.length });

  return (
    <figure className="sheet-preview">
      <svg viewBox={`0 0 ${BOX_WIDTH} ${BOX_HEIGHT}`} role="img" aria-label={`${sheetText}, ${count}`}>
        <rect x={left} y={top} width={width} height={height} rx={radius} className="sheet-preview-sheet" />
        {cells.map((cell, i) => (
          <g key={i}>
            <rect
              x={cell.x}
              y={cell.y}
              width={labelWidth}
              height={labelHeight}
              rx={radius}
              className="sheet-preview-label"
            />
            {backgroundUrl === null ? null : (
              <image
                href={backgroundUrl}
                x={cell.x}
                y={cell.y}
                width={labelWidth}
                height={labelHeight}
                preserveAspectRatio="none"
              />
            )}
          </g>
        ))}
        <Measure x1={first.x} y1={top - 10} x2={first.x + labelWidth} y2={top - 10} />
        <Measure x1={left - 10} y1={first.y} x2={left - 10} y2={first.y + labelHeight} />
      </svg>
      <figcaption>
        <strong>{formatLabelSize(settings, unit, i18n.language)}</strong>
        <span>
          {count}
          {cells.length > 1 || sheet.width !== settings.widthMm || sheet.height !== settings.heightMm
            ? ` · ${t('preview.sheet', { size: sheetText })}`
            : ''}
        </span>
      </figcaption>
    </figure>
  );
}

/** A dimension line with a tick at each end. */
function Measure(props: {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}): ReactElement {
  const { x1, y1, x2, y2 } = props;
  const [tx, ty] = y1 === y2 ? [0, 3] : [3, 0];
  return (
    <path
      className="sheet-preview-measure"
      d={`M${x1} ${y1}L${x2} ${y2}M${x1 - tx} ${y1 - ty}L${x1 + tx} ${y1 + ty}M${x2 - tx} ${y2 - ty}L${x2 + tx} ${y2 + ty}`}
    />
  );
}
