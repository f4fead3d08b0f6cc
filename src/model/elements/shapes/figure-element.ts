import type { ElementBase } from '../base/element.ts';
import { codeOf, type ElementFields, type FieldReader } from '../base/fields.ts';
import type { ShapeStyle } from './shape-style.ts';

/** The forms of a figure. */
export const FIGURES = ['star', 'polygon', 'arrow', 'bracket'] as const;
export type Figure = (typeof FIGURES)[number];

/** Where a block arrow points in its box, before it is turned. */
export const ARROW_DIRECTIONS = ['right', 'left', 'up', 'down', 'both'] as const;
export type ArrowDirection = (typeof ARROW_DIRECTIONS)[number];

export const BRACKETS = ['brace', 'square', 'round'] as const;
export type Bracket = (typeof BRACKETS)[number];
/** A left bracket opens a text, a right one closes it. */
export const BRACKET_SIDES = ['left', 'right'] as const;
export type BracketSide = (typeof BRACKET_SIDES)[number];

/** What the forms are made of. A figure keeps the fields of other forms, so that it looks the same when it changes back. */
export interface FigureForm {
  readonly figure: Figure;
  /** The sides of a polygon, 3 to 12. */
  readonly sides: number;
  /** The points of a star, 3 to 24. */
  readonly points: number;
  /** The distance of a star's inner corners from its center, in percent of that of its points: 10 to 95. */
  readonly innerPercent: number;
  readonly direction: ArrowDirection;
  /** The length of an arrow's head, in percent of the box across the arrow: 10 to 200. The arrow is at least as long. */
  readonly headPercent: number;
  /** The width of an arrow's shaft, in percent of its head's: 5 to 100. */
  readonly shaftPercent: number;
  readonly bracket: Bracket;
  readonly bracketSide: BracketSide;
}

export interface FigureElement extends ElementBase, ShapeStyle, FigureForm {
  readonly type: 'figure';
}

interface Limits {
  readonly min: number;
  readonly max: number;
}

type FigureNumber = Exclude<keyof FigureForm, 'figure' | 'direction' | 'bracket' | 'bracketSide'>;

/** The numbers that each form has. */
export const FIGURE_NUMBERS: Readonly<Record<Figure, readonly FigureNumber[]>> = {
  star: ['points', 'innerPercent'],
  polygon: ['sides'],
  arrow: ['headPercent', 'shaftPercent'],
  bracket: [],
};

export const FIGURE_LIMITS: Readonly<Record<FigureNumber, Limits>> = {
  sides: { min: 3, max: 12 },
  points: { min: 3, max: 24 },
  innerPercent: { min: 10, max: 95 },
  headPercent: { min: 10, max: 200 },
  shaftPercent: { min: 5, max: 100 },
};

export const NEW_FORM: FigureForm = {
  figure: 'star',
  sides: 6,
  points: 5,
  innerPercent: 40,
  direction: 'right',
  headPercent: 60,
  shaftPercent: 50,
  bracket: 'brace',
  bracketSide: 'left',
};

const CODES = { Star: 'star', Polygon: 'polygon', Arrow: 'arrow', Bracket: 'bracket' } as const;
const BRACKET_CODES = { Brace: 'brace', Square: 'square', Round: 'round' } as const;
const SIDE_CODES = { Left: 'left', Right: 'right' } as const;
const DIRECTION_CODES = { Right: 'right', Left: 'left', Up: 'up', Down: 'down', Both: 'both' } as const;
const NUMBERS = {
  sides: 'Sides',
  points: 'Points',
  innerPercent: 'InnerRadius',
  headPercent: 'HeadLength',
  shaftPercent: 'ShaftWidth',
} as const;

export function readForm(fields: FieldReader): FigureForm {
  const number = (key: FigureNumber): number => {
    const { min, max } = FIGURE_LIMITS[key];
    const value = fields.number(NUMBERS[key], NEW_FORM[key], min, max);
    if (Number.isInteger(value)) return value;
    fields.keep(NUMBERS[key]);
    return Math.round(value);
  };
  return {
    figure: fields.code('Figure', CODES, NEW_FORM.figure),
    sides: number('sides'),
    points: number('points'),
    innerPercent: number('innerPercent'),
    direction: fields.code('Direction', DIRECTION_CODES, NEW_FORM.direction),
    headPercent: number('headPercent'),
    shaftPercent: number('shaftPercent'),
    bracket: fields.code('Bracket', BRACKET_CODES, NEW_FORM.bracket),
    bracketSide: fields.code('Side', SIDE_CODES, NEW_FORM.bracketSide),
  };
}

export function writeForm(form: FigureForm): ElementFields['attributes'] {
  return {
    Figure: codeOf(CODES, form.figure),
    [NUMBERS.sides]: form.sides,
    [NUMBERS.points]: form.points,
    [NUMBERS.innerPercent]: form.innerPercent,
    Direction: codeOf(DIRECTION_CODES, form.direction),
    [NUMBERS.headPercent]: form.headPercent,
    [NUMBERS.shaftPercent]: form.shaftPercent,
    Bracket: codeOf(BRACKET_CODES, form.bracket),
    Side: codeOf(SIDE_CODES, form.bracketSide),
  };
}

/** Whether a shape has an inside: a bracket is a line. */
export function canBeFilled(shape: ElementBase & Partial<Pick<FigureForm, 'figure'>>): boolean {
  return shape.figure !== 'bracket';
}

export function isFigure(text: string | undefined): text is Figure {
  return (FIGURES as readonly (string | undefined)[]).includes(text);
}
