import type { JSX } from 'react';

export const ICON_NAMES = [
  'insertRow',
  'insertColumn',
  'deleteRow',
  'deleteColumn',
  'mergeCells',
  'splitCell',
  'chooseCells',
  'cells',
  'label',
  'lineRight',
  'exit',
  'undo',
  'redo',
  'settings',
  'rename',
  'help',
  'save',
  'print',
  'export',
  'alignLeft',
  'alignCenterX',
  'alignRight',
  'alignTop',
  'alignMiddle',
  'alignBottom',
  'distributeX',
  'distributeY',
  'toFront',
  'forward',
  'backward',
  'toBack',
  'lock',
  'group',
  'guides',
  'ungroup',
  'unlock',
  'rotate',
  'copy',
  'cut',
  'paste',
  'trash',
  'grid',
  'marquee',
  'hand',
  'selectAll',
  'zoomIn',
  'zoomOut',
  'fit',
  'bold',
  'italic',
  'underline',
  'strike',
  'textLeft',
  'textCenter',
  'textRight',
  'textJustify',
  'textStretch',
  'textHorizontal',
  'textVertical',
  'mirror',
  'canvasMirror',
  'cloud',
  'sheet',
  'sequence',
  'reference',
  'expression',
  'hidden',
  'first',
  'previous',
  'next',
  'last',
  'lineLeft',
  'lineHorizontal',
  'lineVertical',
  'solid',
  'dashed',
  'warning',
  'grade',
  'more',
  'link',
  'refresh',
  'close',
] as const;
export type IconName = (typeof ICON_NAMES)[number];

/** A line icon on a 20 x 20 grid: `d` is stroked, `f` is filled. */
export interface IconShape {
  readonly d?: string;
  readonly f?: string;
}

/** All have one stroke width, so that the tools read as a set. */
const SHAPES: Readonly<Record<IconName, IconShape>> = {
  link: {
    d: 'M8.5 11.5a3 3 0 0 0 4.2 0l3-3a3 3 0 0 0-4.2-4.2l-1 1M11.5 8.5a3 3 0 0 0-4.2 0l-3 3a3 3 0 0 0 4.2 4.2l1-1',
  },
  refresh: { d: 'M15.8 8A6 6 0 0 0 4.6 7M4 3.5V7.5h4M4.2 12a6 6 0 0 0 11.2 1M16 16.5v-4h-4' },
  close: { d: 'M5 5l10 10M15 5 5 15' },
  insertRow: { d: 'M3.5 4h13v5h-13zM10 12v5M7.5 14.5h5' },
  insertColumn: { d: 'M4 3.5v13h5v-13zM12 10h5M14.5 7.5v5' },
  deleteRow: { d: 'M3.5 4h13v5h-13zM7.5 14.5h5' },
  deleteColumn: { d: 'M4 3.5v13h5v-13zM12 10h5' },
  mergeCells: { d: 'M3.5 4.5h13v11h-13zM5.5 10h3M14.5 10h-3M7 8.3 8.7 10 7 11.7M13 8.3 11.3 10l1.7 1.7' },
  splitCell: { d: 'M3.5 4.5h13v11h-13zM10 4.5v11M8 10H5.5M12 10h2.5M6.8 8.5 5.3 10l1.5 1.5M13.2 8.5l1.5 1.5-1.5 1.5' },
  chooseCells: { d: 'M3.5 4.5h13v11h-13zM3.5 10h13M10 4.5v11M5 7.2l1.2 1.2L8.5 6M11.7 12.7l1.2 1.2 2.3-2.4' },
  cells: { d: 'M3.5 4.5h13v11h-13zM3.5 10h13M10 4.5v11' },
  label: { d: 'M3.5 5h13v10h-13z' },
  lineRight: { d: 'M4 16 16 4' },
  exit: { d: 'M12 4 6 10l6 6' },
  undo: { d: 'M7 4 3.5 7.5 7 11M4 7.5h7.5a4.25 4.25 0 0 1 0 8.5H8' },
  redo: { d: 'm13 4 3.5 3.5L13 11M16 7.5H8.5a4.25 4.25 0 0 0 0 8.5H12' },
  settings: {
    d: 'M4 6h7M15 6h1M4 14h1M9 14h7M11 6a2 2 0 1 0 4 0 2 2 0 1 0-4 0M5 14a2 2 0 1 0 4 0 2 2 0 1 0-4 0',
  },
  rename: { d: 'm12.5 4.5 3 3L7 16H4v-3zM11 6l3 3' },
  help: { d: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM8 8a2 2 0 1 1 2.8 1.8c-.5.3-.8.6-.8 1.4M10 13.7h.01' },
  save: { d: 'M4 4h9l3 3v9H4zM7 4v4h5V4M7 16v-4.5h6V16' },
  print: { d: 'M6 7V3.5h8V7M6 14H3.5V7h13v7H14M6 11.5h8v5H6z' },
  export: { d: 'M10 12.5V3.5M6.5 7 10 3.5 13.5 7M4 11v5.5h12V11' },
  alignLeft: { d: 'M3.5 3v14M6 6h10v2.5H6zM6 11.5h6V14H6z' },
  alignCenterX: { d: 'M10 3v3M10 8.5v3M10 14v3M4.5 6h11v2.5h-11zM6.5 11.5h7V14h-7z' },
  alignRight: { d: 'M16.5 3v14M4 6h10v2.5H4zM8 11.5h6V14H8z' },
  alignTop: { d: 'M3 3.5h14M6 6h2.5v10H6zM11.5 6H14v6h-2.5z' },
  alignMiddle: { d: 'M3 10h3M8.5 10h3M14 10h3M6 4.5h2.5v11H6zM11.5 6.5H14v7h-2.5z' },
  alignBottom: { d: 'M3 16.5h14M6 4h2.5v10H6zM11.5 8H14v6h-2.5z' },
  distributeX: { d: 'M3.5 3.5v13M16.5 3.5v13M8 6h4v8H8z' },
  distributeY: { d: 'M3.5 3.5h13M3.5 16.5h13M6 8h8v4H6z' },
  toFront: { d: 'M3.5 3.5h8v8h-8z', f: 'M8.5 8.5h8.5V17H8.5z' },
  forward: { d: 'M10 16V5M5.5 9.5 10 5l4.5 4.5' },
  backward: { d: 'M10 4v11M5.5 10.5 10 15l4.5-4.5' },
  toBack: { d: 'M8.5 8.5h8v8h-8z', f: 'M3 3h8.5v4H7v4.5H3z' },
  guides: { d: 'M3 7.5h14M7.5 3v14M11 11h5.5v5.5H11z' },
  group: { d: 'M3.5 5.5v-2h2M14.5 3.5h2v2M16.5 14.5v2h-2M5.5 16.5h-2v-2M6 6h5v5H6zM11 9h3v5H9v-3' },
  ungroup: { d: 'M3 3h7v7H3zM12.5 10H17v7h-7v-4.5' },
  lock: { d: 'M5 9h10v7.5H5zM7 9V6.5a3 3 0 0 1 6 0V9' },
  unlock: { d: 'M5 9h10v7.5H5zM7 9V6.5a3 3 0 0 1 5.8-1' },
  rotate: { d: 'M15.5 6.5A6.5 6.5 0 1 0 16.5 10M16 3v4h-4' },
  copy: { d: 'M7 7h9.5v9.5H7zM13 7V3.5H3.5V13H7' },
  cut: { d: 'm5 3 7.5 10M15 3 7.5 13M6 12.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM14 12.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4z' },
  paste: { d: 'M7 4.5H4.5v12h11v-12H13M7 3.5h6v3H7zM7.5 10h5M7.5 13h5' },
  trash: { d: 'M3.5 5.5h13M8 5.5v-2h4v2M5.5 5.5l.7 11h7.6l.7-11M8.5 8.5v5M11.5 8.5v5' },
  grid: { d: 'M3.5 3.5h13v13h-13zM3.5 8h13M3.5 12.2h13M8 3.5v13M12.2 3.5v13' },
  marquee: { d: 'M3.5 6V3.5H6M9 3.5h2M14 3.5h2.5V6M16.5 9v2M16.5 14v2.5H14M11 16.5H9M6 16.5H3.5V14M3.5 11V9' },
  hand: {
    d: 'M6.5 10.5V5.2a1.2 1.2 0 0 1 2.4 0V9 4a1.2 1.2 0 0 1 2.4 0v5-4.2a1.2 1.2 0 0 1 2.4 0v6-2.3a1.2 1.2 0 0 1 2.3.4c0 5-1.6 8.1-5.4 8.1-3 0-4-1.6-6.3-5.6a1.2 1.2 0 0 1 2-1.2z',
  },
  selectAll: { d: 'M3.5 6V3.5H6M14 3.5h2.5V6M16.5 14v2.5H14M6 16.5H3.5V14M7 7h6v6H7z' },
  zoomIn: { d: 'M10 4.5v11M4.5 10h11' },
  zoomOut: { d: 'M4.5 10h11' },
  fit: { d: 'M3.5 7V3.5H7M13 3.5h3.5V7M16.5 13v3.5H13M7 16.5H3.5V13M7 8h6v4H7z' },
  bold: { d: 'M6.5 4h4.2a2.9 2.9 0 0 1 0 5.8H6.5zM6.5 9.8h5a3.1 3.1 0 0 1 0 6.2h-5z' },
  italic: { d: 'M9 4h5M6 16h5M11.8 4 8.2 16' },
  underline: { d: 'M6 3.5v6a4 4 0 0 0 8 0v-6M5 16.5h10' },
  strike: {
    d: 'M3.5 10h13M13.8 6.3C13.3 4.8 12 4 10 4 7.8 4 6.3 5 6.3 6.7c0 1 .5 1.7 1.3 2.2M6 13.5c.5 1.7 2 2.5 4 2.5 2.4 0 4-1.2 4-3 0-.4-.1-.7-.2-1',
  },
  textLeft: { d: 'M3.5 5h13M3.5 9h8M3.5 13h11M3.5 17h6' },
  textCenter: { d: 'M3.5 5h13M6 9h8M4.5 13h11M7 17h6' },
  textRight: { d: 'M3.5 5h13M8.5 9h8M5.5 13h11M10.5 17h6' },
  textJustify: { d: 'M3.5 5h13M3.5 9h13M3.5 13h13M3.5 17h13' },
  textStretch: { d: 'M3 4v12M17 4v12M5.5 10h9M8 7.5 5.5 10 8 12.5M12 7.5l2.5 2.5-2.5 2.5' },
  textHorizontal: { d: 'M3.5 5h13M3.5 9h13M3.5 13h7M13 13h3.5l-2-2M16.5 13l-2 2' },
  textVertical: { d: 'M15 3.5v13M11 3.5v13M7 3.5v7M7 13v3.5l-2-2M7 16.5l2-2' },
  canvasMirror: { d: 'M3 4h14v12H3zM10 4v2M10 8v2M10 12v2M7.5 8l-2.5 4h2.5zM12.5 8l2.5 4h-2.5z' },
  mirror: { d: 'M10 3v2M10 7v2M10 11v2M10 15v2M7.5 5.5v9H3zM12.5 5.5v9H17z' },
  cloud: { d: 'M6 15.5h8.2a3.3 3.3 0 0 0 .5-6.56A4.8 4.8 0 0 0 5.5 8.1 3.75 3.75 0 0 0 6 15.5z' },
  sheet: { d: 'M3.5 4h13v12h-13zM3.5 8h13M3.5 12h13M8 8v8' },
  sequence: { d: 'M4 5.5 6 4v5M4 9.5h4M12 4h4v2.7h-4v2.8h4M4 13.5h3.5v3H4M12 13.5h4M12 16.5h4' },
  reference: {
    d: 'M8.5 11.5a3 3 0 0 0 4.2 0l2.5-2.5A3 3 0 0 0 11 4.8l-1 1M11.5 8.5a3 3 0 0 0-4.2 0L4.8 11A3 3 0 0 0 9 15.2l1-1',
  },
  expression: { d: 'M7.5 4C5 4 6.5 9 4 10c2.5 1 1 6 3.5 6M12.5 4c2.5 0 1 5 3.5 6-2.5 1-1 6-3.5 6' },
  hidden: { d: 'M3 10s2.5-4.5 7-4.5S17 10 17 10s-2.5 4.5-7 4.5S3 10 3 10M4 16 16 4' },
  first: { d: 'M5 5v10M14.5 5 9 10l5.5 5' },
  previous: { d: 'M12.5 5 7 10l5.5 5' },
  next: { d: 'M7.5 5 13 10l-5.5 5' },
  last: { d: 'M15 5v10M5.5 5 11 10l-5.5 5' },
  lineLeft: { d: 'm4 4 12 12' },
  lineHorizontal: { d: 'M3 10h14' },
  lineVertical: { d: 'M10 3v14' },
  solid: { d: 'M3 10h14' },
  dashed: { d: 'M3 10h3M8.5 10h3M14 10h3' },
  grade: { d: 'M3.5 3.5h13v13h-13zM6.8 14 10 6l3.2 8M8 11.3h4' },
  warning: { d: 'M10 3.5 17.5 16.5h-15zM10 8.5v3.5M10 14.3h.01' },
  more: { d: 'M5 10h.01M10 10h.01M15 10h.01' },
};

export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }): JSX.Element {
  return <ShapeIcon shape={SHAPES[name]} size={size} />;
}

/** An icon given by its shape and not by a name of the set; each element type has its own. */
export function ShapeIcon({ shape, size = 18 }: { readonly shape: IconShape; readonly size?: number }): JSX.Element {
  return (
    <svg
      className="ed-icon"
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      {shape.d === undefined ? null : <path d={shape.d} />}
      {shape.f === undefined ? null : <path d={shape.f} fill="currentColor" stroke="none" />}
    </svg>
  );
}
