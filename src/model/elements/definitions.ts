import { barcode } from './barcode/barcode.ts';
import { image } from './image/image.ts';
import { line } from './line/line.ts';
import { qrcode } from './qrcode/qrcode.ts';
import { figure } from './shapes/figure.ts';
import { diamond, ellipse, rectangle, roundRectangle, triangle } from './shapes/shapes.ts';
import { table } from './table/table.ts';
import { unknown } from './unknown/unknown.ts';
import { text } from './text/text.ts';
import { timeText } from './time-text/time-text.ts';

/**
 * Every element type, in the order of the palette: the model's only list of types, from which everything else follows.
 */
export interface ElementDefinitions {
  readonly text: typeof text;
  readonly timeText: typeof timeText;
  readonly barcode: typeof barcode;
  readonly qrcode: typeof qrcode;
  readonly image: typeof image;
  readonly table: typeof table;
  readonly line: typeof line;
  readonly rectangle: typeof rectangle;
  readonly roundRectangle: typeof roundRectangle;
  readonly ellipse: typeof ellipse;
  readonly diamond: typeof diamond;
  readonly triangle: typeof triangle;
  readonly figure: typeof figure;
  readonly unknown: typeof unknown;
}

export const ELEMENT_DEFINITIONS: ElementDefinitions = {
  text,
  timeText,
  barcode,
  qrcode,
  image,
  table,
  line,
  rectangle,
  roundRectangle,
  ellipse,
  diamond,
  triangle,
  figure,
  unknown,
};
