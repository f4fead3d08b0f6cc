import { useMemo, useRef, useState, type JSX } from 'react';
import { Button, Progress, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { PageFindings } from '#app/print/PageFindings.tsx';
import { calibrationOf } from '#protocol/printer-info.ts';
import { numberFormat } from '#app/state/language-formats.ts';
import type { BoxTool } from '../boxes/use-box-drag.ts';
import {
  boxesAt,
  unconfirmedPages,
  withAllBoxesConfirmed,
  withBoxes,
  withConfirmedBoxes,
  withWholePage,
  type SessionDocument,
} from '../session/session-document.ts';
import type { FinderState } from '../session/use-finder.ts';
import type { Look } from '../session/use-look.ts';
import { scaleOffers, type ScaleOffer } from '../scale-offers.ts';
import type { DocumentPrint } from '../use-document-print.ts';
import { BoxTools } from './BoxTools.tsx';
import { PageStage } from './PageStage.tsx';
import { LabelPager, PrintedStage } from './PrintedStage.tsx';
import { ScaleOffers } from './ScaleOffers.tsx';
import { useAsPrinted } from './use-as-printed.ts';
import { type Zoom, nextZoom } from './ZoomPane.tsx';
import { MinusOutlined, PlusOutlined } from '@ant-design/icons';
import { tooltip } from '#app/ui/tooltips.tsx';

type View = 'page' | 'printed';

/** The middle of the screen: the page with its boxes, or a label as printed. */
export function Stage(props: {
  readonly document: SessionDocument;
  readonly page: number;
  readonly print: DocumentPrint;
  readonly chosen: ReadonlySet<number>;
  readonly finder: FinderState | null;
  readonly look: Look;
  readonly onLook: (next: Partial<Look>) => void;
  readonly onChoose: (ids: ReadonlySet<number>) => void;
  readonly onUpdate: (change: (document: SessionDocument) => SessionDocument) => void;
  readonly onPage: (documentId: number, page: number) => void;
}): JSX.Element {
  const { document, page, print, chosen, finder, look, onLook, onChoose, onUpdate, onPage } = props;
  const { t } = useTranslation('documents');
  const [view, setView] = useState<View>('page');
  const [zoom, setZoom] = useState<Zoom>('fit');
  const [tool, setTool] = useState<BoxTool>('select');
  const { labels, plan } = print;
  const [label, setLabel] = useState(0);
  // A label of the current page: the one that the user paged to, or its first.
  const onPageNow = (i: number): boolean => labels[i]?.documentId === document.id && labels[i].page === page;
  const shown = onPageNow(label) ? label : labels.findIndex((_, i) => onPageNow(i));
  const part = view === 'printed' ? labels[shown]?.part : undefined;
  const one = useMemo(() => (part === undefined ? null : { ...plan, parts: [part] }), [plan, part]);
  const calibration = useMemo(() => calibrationOf(print.printer), [print.printer]);
  const printed = useAsPrinted(one, print.dpi, calibration);
  const offers = useMemo((): readonly ScaleOffer[] => {
    // An outdated or missing label gives no offers.
    if (printed.isLoading || labels[shown] === undefined) return [];
    const found = (printed.made?.page.labels ?? []).flatMap(({ symbols }) => symbols.flatMap((one) => one.found ?? []));
    const { placement } = look.look;
    return scaleOffers(found, { part: labels[shown].size, label: print.size, choice: look.size, placement });
  }, [printed, labels, shown, print.size, look]);

  const stage = useRef<HTMLElement>(null);
  function focusFirstBox(): void {
    // It may appear with the next render only.
    requestAnimationFrame(() => stage.current?.querySelector<HTMLElement>('[data-box]')?.focus());
  }
  const unconfirmed = unconfirmedPages(document);
  /** Applies the user's answer for this page, and asks about the next one. */
  function answer(change: (document: SessionDocument) => SessionDocument): void {
    onUpdate(change);
    const next = unconfirmed.find((one) => one > page) ?? unconfirmed.find((one) => one !== page);
    if (next === undefined) focusFirstBox();
    else onPage(document.id, next);
  }

  return (
    <section ref={stage} className="doc-stage">
      <div className="doc-stage-bar">
        <Segmented<View>
          size="small"
          aria-label={t('stage.view')}
          value={view}
          options={[
            { value: 'page', label: t('stage.pageTab') },
            { value: 'printed', label: t('stage.printedTab') },
          ]}
          onChange={setView}
        />
        {view === 'printed' ? (
          <LabelPager
            label={Math.max(0, shown)}
            count={labels.length}
            onLabel={(next) => {
              const wanted = labels[next];
              if (wanted === undefined) return;
              setLabel(next);
              onPage(wanted.documentId, wanted.page);
            }}
          />
        ) : document.way === 'direct' ? null : (
          <BoxTools
            document={document}
            page={page}
            tool={tool}
            chosen={chosen}
            onTool={setTool}
            onChoose={onChoose}
            onUpdate={onUpdate}
          />
        )}
      </div>
      {view === 'page' ? (
        <PageStage
          document={document}
          page={page}
          zoom={zoom}
          onZoom={setZoom}
          tool={tool}
          chosen={chosen}
          onChoose={onChoose}
          onBoxes={(boxes) => onUpdate((before) => withBoxes(before, new Map([[page, boxes]])))}
        />
      ) : one === null ? (
        <div className="doc-zoom doc-stage-note">
          <p>{t('stage.noLabel')}</p>
        </div>
      ) : (
        <>
          <PrintedStage printed={printed} size={print.size} label={shown} zoom={zoom} onZoom={setZoom} />
          {printed.made === null ? null : <PageFindings labels={printed.made.page.labels} />}
          <ScaleOffers
            offers={offers}
            isGrowing={look.size.type === 'part'}
            onTake={({ placement, size }) => onLook({ look: { ...look.look, placement }, size })}
          />
        </>
      )}
      {/* Always there, so that the page does not move when a message appears. */}
      <div className="doc-stage-foot">
        {unconfirmed.includes(page) ? (
          <SplitQuestion
            count={boxesAt(document, page)?.length ?? 0}
            pages={unconfirmed.length}
            onUse={() => answer((before) => withConfirmedBoxes(before, page))}
            onUseAll={() => {
              onUpdate(withAllBoxesConfirmed);
              focusFirstBox();
            }}
            onWholePage={() => answer((before) => withWholePage(before, page))}
            onChange={() => {
              setView('page');
              setTool('select');
              focusFirstBox();
            }}
          />
        ) : view === 'page' || finder !== null ? (
          <Notice document={document} page={page} finder={finder} />
        ) : null}
        <ZoomButtons zoom={zoom} onZoom={setZoom} />
      </div>
    </section>
  );
}

/** Progress of the search for boxes, and the required action on this page. */
function Notice(props: {
  readonly document: SessionDocument;
  readonly page: number;
  readonly finder: FinderState | null;
}): JSX.Element | null {
  const { document, page, finder } = props;
  const { t } = useTranslation('documents');
  if (document.way === 'direct') return null;
  if (finder === null) return <p>{t(noticeOf(document, page))}</p>;
  const text = t('finder.progress', { done: finder.done, total: finder.total });
  return (
    <div className="doc-finder" role="status">
      <span>{text}</span>
      <Progress size="small" showInfo={false} percent={(100 * finder.done) / finder.total} aria-label={text} />
      <Button size="small" onClick={finder.isStopped ? finder.goOn : finder.stop}>
        {t(finder.isStopped ? 'finder.goOn' : 'finder.stop')}
      </Button>
    </div>
  );
}

function noticeOf(document: SessionDocument, page: number): 'finder.draw' | 'finder.nothing' | 'finder.hint' {
  if (boxesAt(document, page)?.length !== 0) return 'finder.hint';
  return document.way === 'custom' ? 'finder.draw' : 'finder.nothing';
}

/** Asks whether the proposed boxes are the labels of the page. */
function SplitQuestion(props: {
  readonly count: number;
  /** The number of pages with this question, including this one. */
  readonly pages: number;
  readonly onUse: () => void;
  readonly onUseAll: () => void;
  readonly onChange: () => void;
  readonly onWholePage: () => void;
}): JSX.Element {
  const { count, pages, onUse, onUseAll, onChange, onWholePage } = props;
  const { t } = useTranslation('documents');
  return (
    <div className="doc-question">
      <p role="status">{t('guess.question', { count })}</p>
      <Button size="small" type="primary" onClick={onUse}>
        {t('guess.use')}
      </Button>
      {pages > 1 ? (
        <Button size="small" onClick={onUseAll}>
          {t('guess.useAll', { count: pages })}
        </Button>
      ) : null}
      <Button size="small" onClick={onChange}>
        {t('guess.change')}
      </Button>
      <Button size="small" onClick={onWholePage}>
        {t('guess.wholePage')}
      </Button>
    </div>
  );
}

/** Zoom out, fit, zoom in. */
function ZoomButtons({ zoom, onZoom }: { readonly zoom: Zoom; onZoom(zoom: Zoom): void }): JSX.Element {
  const { t, i18n } = useTranslation('documents');
  const percent = numberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 0 });
  const now = zoom === 'fit' ? 1 : zoom;
  return (
    <div className="doc-zoom-buttons" role="group" aria-label={t('zoom.label')}>
      <Button
        {...tooltip(t('zoom.out'))}
        type="text"
        size="small"
        icon={<MinusOutlined aria-hidden />}
        aria-label={t('zoom.out')}
        onClick={() => onZoom(nextZoom(now, -1))}
      />
      <Button type="text" size="small" className="doc-zoom-now" onClick={() => onZoom(zoom === 'fit' ? 1 : 'fit')}>
        {zoom === 'fit' ? t('zoom.fit') : percent.format(zoom)}
      </Button>
      <Button
        {...tooltip(t('zoom.in'))}
        type="text"
        size="small"
        icon={<PlusOutlined aria-hidden />}
        aria-label={t('zoom.in')}
        onClick={() => onZoom(nextZoom(now, 1))}
      />
    </div>
  );
}
