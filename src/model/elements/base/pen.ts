import type { Mm } from '#model/kernel/units.ts';
import { codeOf, type ElementFields, type FieldReader } from './fields.ts';

/** Specification 2, section 9: pen widths from 0.3 to 10 in steps of 0.1. */
export const PEN_WIDTH_LIMITS: { readonly min: Mm; readonly max: Mm; readonly step: Mm } = {
  min: 0.3,
  max: 10,
  step: 0.1,
};
export const DEFAULT_PEN_WIDTH_MM: Mm = 0.3;

/** The specification's dash pattern 5,2, multiplied by the pen width so that dashes of a thick pen look like dashes. */
export function dashPattern(penWidthMm: Mm): readonly [on: Mm, off: Mm] {
  return [5 * Math.max(penWidthMm, DEFAULT_PEN_WIDTH_MM), 2 * Math.max(penWidthMm, DEFAULT_PEN_WIDTH_MM)];
}

const DASH_CODES = { '0': 'solid', '1': 'dashed' } as const;
/** The pattern of dashed pens in the file, in pen widths. Other patterns of a file are kept and drawn as this. */
const DASH = '5,2';

export function readDashed(fields: FieldReader): boolean {
  const dashed = fields.code('DashStyle', DASH_CODES, 'solid') === 'dashed';
  if (dashed && fields.has('Dash') && fields.text('Dash', '') !== DASH) fields.keep('Dash', 'quiet');
  return dashed;
}

export function writeDashed(dashed: boolean): ElementFields['attributes'] {
  return { DashStyle: codeOf(DASH_CODES, dashed ? 'dashed' : 'solid'), ...(dashed ? { Dash: DASH } : {}) };
}
