import type { JSX } from 'react';
import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Spin } from 'antd';
import { useTranslation } from 'react-i18next';
import { KeptButton } from '#app/ui/focus/KeptButton.tsx';
import type { Size } from '#model/kernel/geometry.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import type { AsPrinted } from './use-as-printed.ts';
import { ZoomPane, type Zoom } from './ZoomPane.tsx';

/** A label as printed, dot for dot. */
export function PrintedStage(props: {
  readonly printed: AsPrinted;
  readonly size: Size;
  readonly label: number;
  readonly zoom: Zoom;
  readonly onZoom: (zoom: Zoom) => void;
}): JSX.Element {
  const { printed, size, label, zoom, onZoom } = props;
  const { t } = useTranslation(['documents', 'problems']);
  const { made, problem, isLoading } = printed;
  if (problem !== null) {
    return (
      <div className="doc-zoom doc-stage-note">
        <p role="alert">{problemText(t, problem)}</p>
      </div>
    );
  }
  return (
    <ZoomPane size={size} zoom={zoom} onZoom={onZoom} label={t('stage.printed', { label: label + 1 })}>
      {(pxPerMm) =>
        made === null ? (
          <Spin className="doc-paper-wait" />
        ) : (
          <img
            className="doc-printed"
            src={made.url}
            alt={t('stage.printedAlt', { label: label + 1 })}
            data-stale={isLoading}
            data-testid="as-printed"
            draggable={false}
            // Enlarged dots stay square; reduced ones are averaged.
            style={{ imageRendering: size.width * pxPerMm > made.page.widthDots ? 'pixelated' : 'auto' }}
          />
        )
      }
    </ZoomPane>
  );
}

/** Pages through the labels. */
export function LabelPager(props: {
  readonly label: number;
  readonly count: number;
  readonly onLabel: (label: number) => void;
}): JSX.Element {
  const { label, count, onLabel } = props;
  const { t } = useTranslation('documents');
  return (
    <nav className="doc-pager" aria-label={t('labels.pager')}>
      <KeptButton
        type="text"
        size="small"
        icon={<LeftOutlined aria-hidden />}
        aria-label={t('labels.previous')}
        disabled={label <= 0}
        onClick={() => onLabel(label - 1)}
      />
      <span>{t('labels.of', { label: count === 0 ? 0 : label + 1, count })}</span>
      <KeptButton
        type="text"
        size="small"
        icon={<RightOutlined aria-hidden />}
        aria-label={t('labels.next')}
        disabled={label >= count - 1}
        onClick={() => onLabel(label + 1)}
      />
    </nav>
  );
}
