import { err, ok } from '#model/kernel/result.ts';
import { canvasUnitsToMm } from '#model/kernel/units.ts';
import { noContent } from '../base/content-behaviour.ts';
import { createBase, PLAIN, type ElementDefinition } from '../base/definition.ts';
import { codeOf, type FieldReader } from '../base/fields.ts';
import { DEFAULT_PEN_WIDTH_MM, PEN_WIDTH_LIMITS, readDashed, writeDashed } from '../base/pen.ts';
import { lineBox } from './line-box.ts';
import type { LineDirection, LineElement } from './line-element.ts';
import { readMarkers, writeMarkers } from './line-markers.ts';
import { layoutLine } from './line-layout.ts';

/** The file's names of the directions; a file may have them as `Type`, too. */
const LINE_DIRECTIONS_IN_FILE = {
  LeftLine: 'left',
  RightLine: 'right',
  LineHorizontal: 'horizontal',
  LineVertical: 'vertical',
} as const;
const NEW_LENGTH_UNITS = 100;

export const line: ElementDefinition<LineElement> = {
  ...lineBox,
  ...noContent<LineElement>(),
  ...PLAIN,
  type: 'line',
  fileType: 'Line',
  isInFile: ({ Type = '' }) => Type === 'Line' || Type in LINE_DIRECTIONS_IN_FILE,
  layout: layoutLine,
  staysWhenMoved: true,

  create(options) {
    const length = Math.min(options.labelWidthMm, canvasUnitsToMm(NEW_LENGTH_UNITS) / options.zoom);
    return {
      ...createBase('line', options, length, DEFAULT_PEN_WIDTH_MM),
      direction: 'horizontal',
      dashed: false,
      penWidthMm: DEFAULT_PEN_WIDTH_MM,
      startMarker: 'none',
      endMarker: 'none',
    };
  },

  read(base, fields) {
    const element: LineElement = {
      ...base,
      type: 'line',
      direction: readDirection(fields),
      dashed: readDashed(fields),
      penWidthMm: fields.number('PenWidth', DEFAULT_PEN_WIDTH_MM, 0.1, PEN_WIDTH_LIMITS.max),
      ...readMarkers(fields),
    };
    const wrong = fields.problem();
    return wrong === null ? ok(element) : err(wrong);
  },

  write: (element) => ({
    attributes: {
      LineDirection: codeOf(LINE_DIRECTIONS_IN_FILE, element.direction),
      ...writeDashed(element.dashed),
      PenWidth: element.penWidthMm,
      ...writeMarkers(element),
    },
  }),
};

/**
 * The direction, which the file may also give by the type. The type is then written as `Line`, with the direction in
 * its attribute.
 */
function readDirection(fields: FieldReader): LineDirection {
  const directions: Readonly<Record<string, LineDirection>> = LINE_DIRECTIONS_IN_FILE;
  const byType = directions[fields.text('Type', '')];
  if (byType !== undefined && fields.text('LineDirection', '') === '') return byType;
  return fields.code<LineDirection>('LineDirection', LINE_DIRECTIONS_IN_FILE, byType ?? 'horizontal');
}
