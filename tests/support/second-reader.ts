import { XMLParser } from 'fast-xml-parser';
import type { Rect } from '#model/kernel/geometry.ts';

const NUMBERS = ['StartX', 'StartY', 'Width', 'Height', 'Rotate'] as const;

/**
 * The positions at which another program that reads template files puts the elements: by name, in mm of the label. It knows
 * five attributes and nothing of ours: neither alignment nor fonts.
 */
export function placesInFile(xml: string): ReadonlyMap<string, Rect> {
  const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' });
  const places = new Map<string, Rect>();
  for (const object of objectsIn(parser.parse(xml))) {
    const [x, y, width, height, angle] = NUMBERS.map((name) => Number(object[name]));
    if (x === undefined || y === undefined || width === undefined || height === undefined) continue;
    const isUpright = angle === 0 || angle === 180;
    places.set(String(object['Name']), {
      x,
      y,
      width: isUpright ? width : height,
      height: isUpright ? height : width,
    });
  }
  return places;
}

/** The attributes of every `Object`, at any depth. */
function objectsIn(node: unknown): Record<string, unknown>[] {
  if (Array.isArray(node)) return node.flatMap(objectsIn);
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) =>
    name === 'Object' ? ([value].flat() as Record<string, unknown>[]) : objectsIn(value),
  );
}
