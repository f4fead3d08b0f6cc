import { useEffect, useRef, type JSX, type KeyboardEvent } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useTranslation } from 'react-i18next';
import { nextIndexForKey } from '#app/ui/choice/radio-keys.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import {
  boxesAt,
  leanOf,
  pagesOf,
  shownSize,
  turnOf,
  unconfirmedPages,
  type SessionDocument,
} from '../session/session-document.ts';
import { PictureCanvas } from './PictureCanvas.tsx';
import { usePagePicture } from './use-page-picture.ts';
import './page-list.css';

/** The size of one page in the list, as in page-list.css. */
const ITEM_PX = 188;
const NARROW_ITEM_PX = 132;
/** Pages rendered beyond the visible ones. */
const OVERSCAN = 3;
/** The size of a thumbnail; shown at half the size on a high-density screen. */
const PICTURE_PX = 300;

interface PageListProps {
  readonly document: SessionDocument;
  readonly page: number;
  /** Whether the pages are in a row, on a narrow screen. */
  readonly isAcross: boolean;
  readonly onPage: (page: number) => void;
}

/** The thumbnails of a document; only visible ones are in the DOM. One tab stop. */
export function PageList({ document, page, isAcross, onPage }: PageListProps): JSX.Element {
  const { t } = useTranslation('documents');
  const box = useRef<HTMLDivElement>(null);
  const count = document.info.pages.length;
  // oxlint-disable-next-line react/incompatible-library -- nothing that it returns is kept between renderings
  const list = useVirtualizer({
    count,
    horizontal: isAcross,
    getScrollElement: () => box.current,
    estimateSize: () => (isAcross ? NARROW_ITEM_PX : ITEM_PX),
    overscan: OVERSCAN,
  });
  useEffect(() => list.measure(), [list, isAcross]);
  useEffect(() => list.scrollToIndex(page, { align: 'auto' }), [list, page, document.id]);
  const pages = pagesOf(document);
  const chosen = new Set(pages.ok ? pages.value : []);
  const unconfirmed = new Set(unconfirmedPages(document));
  const nameOf = (index: number): string => {
    const key = unconfirmed.has(index) ? 'pages.pageAsks' : chosen.has(index) ? 'pages.page' : 'pages.pageLeftOut';
    return t(key, { page: index + 1, count });
  };

  function onKeyDown(event: KeyboardEvent): void {
    const to = pageAfterKey(event.key, page, count);
    if (to === null) return;
    event.preventDefault();
    onPage(to);
  }

  return (
    <div
      ref={box}
      role="listbox"
      tabIndex={0}
      aria-label={t('pages.list')}
      aria-activedescendant={`doc-page-${page}`}
      aria-orientation={isAcross ? 'horizontal' : 'vertical'}
      className="doc-pages"
      data-across={isAcross}
      data-testid="page-list"
      onKeyDown={onKeyDown}
    >
      <div
        role="presentation"
        className="doc-pages-room"
        style={isAcross ? { width: list.getTotalSize() } : { height: list.getTotalSize() }}
      >
        {list.getVirtualItems().map(({ index, start }) => (
          <div
            key={index}
            id={`doc-page-${index}`}
            role="option"
            aria-selected={index === page}
            aria-label={nameOf(index)}
            aria-setsize={count}
            aria-posinset={index + 1}
            className="doc-page-item"
            data-left-out={!chosen.has(index)}
            style={{ transform: isAcross ? `translateX(${start}px)` : `translateY(${start}px)` }}
            onClick={() => onPage(index)}
          >
            <SmallPage document={document} page={index} asks={unconfirmed.has(index)} />
            <span className="doc-page-number">{index + 1}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

function SmallPage(props: {
  readonly document: SessionDocument;
  readonly page: number;
  /** Its boxes have to be confirmed before printing. */
  readonly asks: boolean;
}): JSX.Element {
  const { document, page, asks } = props;
  const { t } = useTranslation(['documents', 'problems']);
  const turn = turnOf(document, page);
  const { picture, problem } = usePagePicture({
    document: document.info.document,
    page,
    turn,
    ...leanOf(document, page),
    maxSidePx: PICTURE_PX,
  });
  const { width, height } = shownSize(document, page);
  const boxes = boxesAt(document, page) ?? [];
  return (
    <span className="doc-page-picture" style={{ aspectRatio: `${width} / ${height}` }} data-wide={width > height}>
      {picture === null ? null : <PictureCanvas picture={picture} />}
      {problem === null ? null : <small title={problemText(t, problem)}>!</small>}
      {boxes.map(({ id, rect }) => (
        <i
          key={id}
          aria-hidden
          style={{
            left: `${(100 * rect.x) / width}%`,
            top: `${(100 * rect.y) / height}%`,
            width: `${(100 * rect.width) / width}%`,
            height: `${(100 * rect.height) / height}%`,
          }}
        />
      ))}
      {asks ? (
        <b aria-hidden className="doc-page-asks">
          ?
        </b>
      ) : null}
    </span>
  );
}

/** The page after a key press: the pages are in a column, on narrow screens in a row. */
function pageAfterKey(key: string, page: number, count: number): number | null {
  return nextIndexForKey({ ArrowLeft: 'ArrowUp', ArrowRight: 'ArrowDown' }[key] ?? key, page, count);
}
