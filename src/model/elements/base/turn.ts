import type { Rotation } from '#model/kernel/geometry.ts';
import type { FieldReader } from './fields.ts';

/** The fields with which an element has other angles than quarter turns (docs/develop/adr/0166). */
export interface Turnable {
  /**
   * A further turn of the box about its center, in degrees clockwise: from -45 to 45 in steps of 0.1. Left out for
   * none.
   */
  readonly turnDegrees?: number | undefined;
  /** Set for a symbol that may have such a turn. Left out by all others, which need no permission. */
  readonly freeAngle?: true | undefined;
}

/** Steps of a degree: an angle is a whole number of tenths. */
const STEPS = 10;
const MOST_DEGREES = 45;
const WHOLE = 360;
const TURN = 'TurnAngle';
const FREE_ANGLE = 'FreeAngle';

/** The angle with a whole number of tenths, from 0 to 359.9. */
export function wholeAngle(degrees: number): number {
  const tenths = Math.round(degrees * STEPS);
  return (((tenths % (WHOLE * STEPS)) + WHOLE * STEPS) % (WHOLE * STEPS)) / STEPS;
}

/** How far the element is turned clockwise, in degrees from 0 to 359.9. */
export function angleOf({ rotation, turnDegrees }: Turnable & { readonly rotation: Rotation }): number {
  return turnDegrees === undefined ? rotation : wholeAngle(rotation + turnDegrees);
}

/** The nearest quarter turn, which programs without free angles show, and the rest. */
export function partsOfAngle(degrees: number): { readonly rotation: Rotation; readonly turnDegrees: number } {
  const angle = wholeAngle(degrees);
  // 45 degrees belong to the quarter before them.
  const quarters = Math.ceil(angle / 90 - 0.5);
  return {
    rotation: ((quarters % 4) * 90) as Rotation,
    turnDegrees: Math.round((angle - quarters * 90) * STEPS) / STEPS,
  };
}

/**
 * Reads the attributes of our own. Types with a symbol use a turn only if the element allows it; otherwise it is kept for
 * the file.
 */
export function readTurn(fields: FieldReader, hasSymbol: boolean): Turnable {
  const freeAngle = hasSymbol && fields.has(FREE_ANGLE) && fields.flag(FREE_ANGLE, false);
  if (!fields.has(TURN)) return freeAngle ? { freeAngle } : {};
  const exact = fields.number(TURN, 0, -MOST_DEGREES, MOST_DEGREES);
  const turnDegrees = Math.round(exact * STEPS) / STEPS;
  if (turnDegrees !== exact) fields.keep(TURN);
  if (hasSymbol && !freeAngle && turnDegrees !== 0) {
    fields.keep(TURN);
    return {};
  }
  return { ...(turnDegrees === 0 ? {} : { turnDegrees }), ...(freeAngle ? { freeAngle } : {}) };
}

/** Older programs ignore the attributes and show the nearest quarter turn. */
export function writeTurn({ turnDegrees, freeAngle }: Turnable): Readonly<Record<string, number | boolean>> {
  if (freeAngle === true) return { [TURN]: turnDegrees ?? 0, [FREE_ANGLE]: true };
  return turnDegrees === undefined ? {} : { [TURN]: turnDegrees };
}
