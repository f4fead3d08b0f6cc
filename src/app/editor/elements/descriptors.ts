import type { ElementDescriptors } from '../session/element-descriptor.ts';
import { barcode } from './barcode.ts';
import { image } from './image.ts';
import { line } from './line.ts';
import { qrcode } from './qrcode.ts';
import { diamond, ellipse, figure, rectangle, roundRectangle, triangle } from './shapes.ts';
import { table } from './table.ts';
import { text } from './text.ts';
import { timeText } from './time-text.ts';
import { unknown } from './unknown.ts';

/** The user interface of every element type: the only list in the application. */
export const ELEMENT_DESCRIPTORS: ElementDescriptors = {
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
