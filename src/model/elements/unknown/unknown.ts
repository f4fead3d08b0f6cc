import { ok } from '#model/kernel/result.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { freeBox } from '../base/box-behaviour.ts';
import { plainLayout } from '../base/box.ts';
import { noContent } from '../base/content-behaviour.ts';
import { createBase, PLAIN, type ElementDefinition } from '../base/definition.ts';
import { DEFAULT_PEN_WIDTH_MM, dashPattern } from '../base/pen.ts';
import type { UnknownElement } from './unknown-element.ts';

/** Side of the box when the file gives no usable size. */
const LEAST_SIDE_MM = 5;

/** The unknown type. Users can't add it: elements of the file that no other type can read get this type. */
export const unknown: ElementDefinition<UnknownElement> & { readonly onlyRead: true } = {
  ...freeBox<UnknownElement>(),
  ...noContent<UnknownElement>(),
  ...PLAIN,
  type: 'unknown',
  fileType: 'Unknown',
  onlyRead: true,
  create: (options) => ({
    ...createBase('unknown', options, LEAST_SIDE_MM, LEAST_SIDE_MM),
    fileType: 'Unknown',
    fault: null,
  }),
  read: (base, fields) => ok({ ...base, type: 'unknown', fileType: fields.text('Type', ''), fault: null }),
  write: (element) => ({ attributes: { Type: element.fileType } }),
  staysWhenMoved: true,
  /** Draws a crossed box in the element's place. */
  layout(element) {
    const w = element.widthMm > 0 ? element.widthMm : LEAST_SIDE_MM;
    const h = element.heightMm > 0 ? element.heightMm : LEAST_SIDE_MM;
    const data = `M 0 0 L ${w} 0 L ${w} ${h} L 0 ${h} Z M 0 0 L ${w} ${h} M ${w} 0 L 0 ${h}`;
    const widthMm = DEFAULT_PEN_WIDTH_MM;
    const paint = { style: 'stroke' as const, widthMm, dashMm: dashPattern(widthMm) };
    return {
      ...plainLayout(element, [{ type: 'path', data, ink: 'black', paint }]),
      content: { x: 0, y: 0, width: w, height: h },
      problems: [unknownProblem(element)],
      placeholder: true,
    };
  },
};

/** Why the element can't be read: `template.unknownElementType` or `template.badField`. */
export function unknownProblem({ fileType, fault }: Pick<UnknownElement, 'fileType' | 'fault'>): Problem {
  return fault === null
    ? problem('template.unknownElementType', { type: fileType })
    : problem('template.badField', { field: fault.field, value: fault.value });
}
