import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useRef,
  type JSX,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from 'react';

/** Height of a row in CSS pixels, as in side.css. */
export const LINE_PX = 32;
/** Rows rendered above and below the visible ones. */
const OVERSCAN = 6;

export interface VirtualListProps {
  readonly list: RefObject<HTMLDivElement | null>;
  readonly role: 'grid' | 'listbox' | 'tree';
  readonly label: string;
  readonly testId: string;
  readonly count: number;
  /** The row with the keyboard focus; -1 for none. It is kept in view. */
  readonly active: number;
  /** The id of the part of a row with the keyboard focus. */
  readonly activeId: string | undefined;
  /** For rows of other heights than the usual one. */
  lineHeight?(index: number): number;
  renderLine(index: number): ReactNode;
  onKeyDown(event: KeyboardEvent<HTMLDivElement>): void;
  onPointerDown?(event: PointerEvent<HTMLDivElement>): void;
  onPointerMove?(event: PointerEvent<HTMLDivElement>): void;
  onPointerUp?(event: PointerEvent<HTMLDivElement>): void;
  onPointerCancel?(): void;
  onPointerLeave?(): void;
  /** Rendered above the rows. */
  readonly children?: ReactNode;
}

/** A list that renders only visible rows. It has the focus itself and reports the active row. */
export function VirtualList(props: VirtualListProps): JSX.Element {
  const { list, role, label, testId, count, active, activeId, lineHeight, renderLine, children, ...handlers } = props;
  // oxlint-disable-next-line react/incompatible-library -- nothing that it returns is kept between renderings
  const lines = useVirtualizer({
    count,
    getScrollElement: () => list.current,
    estimateSize: (index) => lineHeight?.(index) ?? LINE_PX,
    overscan: OVERSCAN,
  });
  const heights = lineHeight === undefined ? '' : Array.from({ length: count }, (_, i) => lineHeight(i)).join();
  useEffect(() => {
    if (heights !== '') lines.measure();
  }, [heights, lines]);
  const shown = useRef(-1);
  useEffect(() => {
    if (active >= 0 && active !== shown.current) lines.scrollToIndex(active, { align: 'auto' });
    shown.current = active;
  }, [active, lines]);
  return (
    <div
      ref={list}
      className="ed-side-list"
      role={role}
      aria-label={label}
      aria-multiselectable={role === 'grid' ? true : undefined}
      aria-rowcount={role === 'grid' ? count : undefined}
      aria-activedescendant={activeId}
      tabIndex={0}
      data-testid={testId}
      {...handlers}
    >
      <div className="ed-side-lines" role="presentation" style={{ height: lines.getTotalSize() }}>
        {lines.getVirtualItems().map((item) => (
          <div
            key={item.key}
            className="ed-side-place"
            role="presentation"
            style={{ top: item.start, height: item.size }}
          >
            {renderLine(item.index)}
          </div>
        ))}
        {children}
      </div>
    </div>
  );
}
