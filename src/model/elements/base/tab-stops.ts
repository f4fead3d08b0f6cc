import type { Mm } from '#model/kernel/units.ts';
import type { FieldReader } from './fields.ts';

/** How the text after a tab is placed at its stop. `decimal`: with the last point or comma of its number. */
export const TAB_ALIGNS = ['left', 'center', 'right', 'decimal'] as const;
export type TabAlign = (typeof TAB_ALIGNS)[number];

/** What fills the space of a tab. */
export const TAB_LEADERS = ['none', 'dots', 'line'] as const;
export type TabLeader = (typeof TAB_LEADERS)[number];

/** A place to which a tab character moves the text after it. */
export interface TabStop {
  /** From the start of the box. */
  readonly positionMm: Mm;
  readonly align: TabAlign;
  readonly leader: TabLeader;
}

export const NO_TAB_STOPS: readonly TabStop[] = [];
export const MAX_TAB_STOPS = 20;
/** The longest line of a text. */
export const MAX_TAB_MM = 317.5;

const STOP = /^(\d+(?:\.\d+)?)(?:,([a-z]+))?(?:,([a-z]+))?$/;

/** Reads stops such as `20;45.5,right;60,decimal,dots`, in mm. A list with an unknown stop is kept and not used. */
export function readTabStops(fields: FieldReader): readonly TabStop[] {
  const written = fields.text('TabStops', '');
  if (written === '') return NO_TAB_STOPS;
  const stops = written.split(';').map(parsed);
  if (stops.length > MAX_TAB_STOPS || stops.some((stop) => stop === null)) {
    fields.keep('TabStops');
    return NO_TAB_STOPS;
  }
  return stops.filter((stop) => stop !== null);
}

function parsed(written: string): TabStop | null {
  const [, position, align = 'left', leader = 'none'] = STOP.exec(written) ?? [];
  const positionMm = Number(position);
  if (!(positionMm <= MAX_TAB_MM)) return null;
  const [knownAlign] = TAB_ALIGNS.filter((each) => each === align);
  const [knownLeader] = TAB_LEADERS.filter((each) => each === leader);
  return knownAlign === undefined || knownLeader === undefined
    ? null
    : { positionMm, align: knownAlign, leader: knownLeader };
}

/** Older programs ignore the attribute. */
export function writeTabStops(stops: readonly TabStop[]): Readonly<Record<string, string>> {
  if (stops.length === 0) return {};
  const written = stops.map(({ positionMm, align, leader }) =>
    [
      positionMm,
      ...(align === 'left' && leader === 'none' ? [] : [align]),
      ...(leader === 'none' ? [] : [leader]),
    ].join(),
  );
  return { TabStops: written.join(';') };
}

/** The first stop after this place; undefined behind the last one. `stops` are in order. */
export function stopAfter(stops: readonly TabStop[], mm: Mm): TabStop | undefined {
  return stops.find(({ positionMm }) => positionMm > mm + NEAR_MM);
}

/** A text that ends this near to a stop has reached it. */
const NEAR_MM = 1e-3;

const DECIMAL = /(?<=\p{Nd})[.,٫](?=\p{Nd})/gu;
const NUMBER = /\p{Nd}+/u;

/** Where the number in a text has its decimal point, in UTF-16 units: a whole number has it behind its last digit. */
export function decimalPlace(text: string): number {
  const point = [...text.matchAll(DECIMAL)].at(-1)?.index;
  if (point !== undefined) return point;
  const number = NUMBER.exec(text);
  return number === null ? text.length : number.index + number[0].length;
}
