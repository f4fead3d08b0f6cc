import { useEffect, useRef, useState, type ReactElement } from 'react';
import { LeftOutlined, RightOutlined, VerticalLeftOutlined, VerticalRightOutlined } from '@ant-design/icons';
import { Button, Segmented, Spin } from 'antd';
import { useTranslation } from 'react-i18next';
import { KeptButton } from '#app/ui/focus/KeptButton.tsx';
import type { Rect } from '#model/kernel/geometry.ts';
import type { Mm } from '#model/kernel/units.ts';
import { formatSize, useUnit, type MeasureUnit } from '#app/state/unit.ts';
import { NumberInput } from '#app/ui/NumberInput.tsx';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { PageFindings } from './PageFindings.tsx';
import { boundRows, rowNumbers } from '#app/print/report/row-numbers.ts';
import { actualSizePx, type Preview, type ShownPage } from './use-preview.ts';

type Zoom = 'fit' | 'actual';
/** Space between the page and the edge of the gray surface, in CSS pixels. */
const MARGIN_PX = 32;

/** Shows the pages as they will print, one at a time, with buttons to page through them. */
export function PreviewPane(props: {
  readonly preview: Preview;
  readonly pageIndex: number;
  readonly onPage: (index: number) => void;
}): ReactElement {
  const { preview, pageIndex, onPage } = props;
  const { t, i18n } = useTranslation(['print', 'common', 'problems']);
  const [zoom, setZoom] = useState<Zoom>('fit');
  const { page, pageCount, problem, loading } = preview;
  const unit = useUnit();
  const rows = page === null || pageCount === 0 ? [] : boundRows(page.labels);
  const notes = [
    ...(rows.length === 0 ? [] : [t('preview.rows', { count: new Set(rows).size, rows: rowNumbers(rows) })]),
    ...(page?.hasOwnLength !== true ? [] : [formatPageSize(page, unit, i18n.language)]),
  ];

  return (
    <section className="print-preview" aria-label={t('preview.title')}>
      <div
        className="print-surface"
        tabIndex={0}
        onKeyDown={(event) => {
          const step = { ArrowLeft: -1, PageUp: -1, ArrowRight: 1, PageDown: 1 }[event.key];
          if (step === undefined) return;
          event.preventDefault();
          onPage(pageIndex + step);
        }}
      >
        {problem !== null ? (
          <div className="print-preview-problem" role="alert">
            <p>{problemText(t, problem)}</p>
            <Button onClick={preview.again}>{t('common:action.retry')}</Button>
          </div>
        ) : page === null ? (
          <Spin
            className="print-preview-wait"
            description={
              preview.measuredPercent === null
                ? t('preview.making')
                : t('run.phase.measuring', { percent: preview.measuredPercent })
            }
          />
        ) : (
          <PageImage page={page} zoom={zoom} stale={loading || page.index !== pageIndex} />
        )}
      </div>
      {page === null || pageCount === 0 || problem !== null ? null : <PageFindings labels={page.labels} />}
      {page === null || page.certain || problem !== null ? null : (
        <p className="print-preview-note" role="status">
          {t('preview.unchecked')}
        </p>
      )}
      <footer className="print-pager">
        <span className="print-pager-rows">{notes.join(' · ')}</span>
        <Pager pageIndex={pageIndex} pageCount={pageCount} onPage={onPage} />
        <Segmented<Zoom>
          aria-label={t('preview.zoom')}
          value={zoom}
          options={[
            { value: 'fit', label: t('preview.fit') },
            { value: 'actual', label: '100 %' },
          ]}
          onChange={setZoom}
        />
      </footer>
    </section>
  );
}

/** To a tenth of a millimeter: pages have whole dots. */
function formatPageSize({ widthMm, heightMm }: ShownPage, unit: MeasureUnit, language: string): string {
  const rounded = (mm: Mm): Mm => (unit === 'mm' ? Math.round(mm * 10) / 10 : mm);
  return formatSize(rounded(widthMm), rounded(heightMm), unit, language);
}

function Pager(props: {
  readonly pageIndex: number;
  readonly pageCount: number;
  readonly onPage: (index: number) => void;
}): ReactElement {
  const { t } = useTranslation('print');
  const { pageIndex, pageCount, onPage } = props;
  const atStart = pageIndex <= 0;
  const atEnd = pageIndex >= pageCount - 1;
  return (
    <nav className="print-pager-buttons" aria-label={t('page.label')}>
      <KeptButton
        type="text"
        icon={<VerticalRightOutlined aria-hidden />}
        aria-label={t('page.first')}
        disabled={atStart}
        onClick={() => onPage(0)}
      />
      <KeptButton
        type="text"
        icon={<LeftOutlined aria-hidden />}
        aria-label={t('page.previous')}
        disabled={atStart}
        onClick={() => onPage(pageIndex - 1)}
      />
      <NumberInput
        className="print-pager-number"
        label={t('page.goTo')}
        size="small"
        precision={0}
        min={1}
        max={Math.max(1, pageCount)}
        value={pageIndex + 1}
        onChange={(page) => onPage(page - 1)}
      />
      <span className="print-pager-count">{t('page.of', { pages: pageCount })}</span>
      <KeptButton
        type="text"
        icon={<RightOutlined aria-hidden />}
        aria-label={t('page.next')}
        disabled={atEnd}
        onClick={() => onPage(pageIndex + 1)}
      />
      <KeptButton
        type="text"
        icon={<VerticalLeftOutlined aria-hidden />}
        aria-label={t('page.last')}
        disabled={atEnd}
        onClick={() => onPage(pageCount - 1)}
      />
    </nav>
  );
}

function PageImage(props: { readonly page: ShownPage; readonly zoom: Zoom; readonly stale: boolean }): ReactElement {
  const { t } = useTranslation('print');
  const { page, zoom, stale } = props;
  const frame = useRef<HTMLDivElement>(null);
  const room = useRoom(frame);
  const actual = { width: actualSizePx(page.widthMm), height: actualSizePx(page.heightMm) };
  const factor =
    zoom === 'actual'
      ? 1
      : Math.min((room.width - 2 * MARGIN_PX) / actual.width, (room.height - 2 * MARGIN_PX) / actual.height);
  const width = Math.max(1, actual.width * Math.max(0, factor));
  const height = Math.max(1, actual.height * Math.max(0, factor));
  return (
    <div ref={frame} className="print-page-frame" data-zoom={zoom}>
      <div className="print-page" data-stale={stale} style={{ width, height }} hidden={room.width === 0}>
        <img
          // Enlarged dots stay square; reduced ones are averaged.
          style={{ imageRendering: width > page.widthDots ? 'pixelated' : 'auto' }}
          src={page.url}
          alt={t('preview.alt', { page: page.index + 1 })}
          draggable={false}
        />
        {page.used.map((rect) => (
          <i key={`${rect.x} ${rect.y}`} className="print-page-used" aria-hidden style={percentages(rect)} />
        ))}
        {page.refused.map((rect) => (
          <i key={`${rect.x} ${rect.y}`} className="print-page-refused" aria-hidden style={percentages(rect)} />
        ))}
      </div>
    </div>
  );
}

/** The size of an element, updated whenever it changes. */
function useRoom(of: React.RefObject<HTMLDivElement | null>): { readonly width: number; readonly height: number } {
  const [room, setRoom] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = of.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setRoom({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [of]);
  return room;
}

function percentages(rect: Rect): React.CSSProperties {
  return {
    left: `${rect.x * 100}%`,
    top: `${rect.y * 100}%`,
    width: `${rect.width * 100}%`,
    height: `${rect.height * 100}%`,
  };
}
