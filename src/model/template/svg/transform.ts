import { applyToPoint, IDENTITY, multiply, type Affine } from '#model/kernel/geometry.ts';
import type { PathCommand } from '#model/elements/base/drawing.ts';

/** Reads the `transform` attribute of SVG; null for an invalid one. */
export function readTransform(text: string | undefined): Affine | null {
  if (text === undefined) return IDENTITY;
  if (!/^\s*(?:[a-z]+\s*\([^()]*\)[\s,]*)*$/i.test(text)) return null;
  let all = IDENTITY;
  for (const [, name = '', list = ''] of text.matchAll(/([a-z]+)\s*\(([^()]*)\)/gi)) {
    const one = transformOf(
      name,
      list
        .split(/[\s,]+/)
        .filter(Boolean)
        .map(Number),
    );
    if (one === null) return null;
    all = multiply(all, one);
  }
  return all;
}

function transformOf(name: string, n: readonly number[]): Affine | null {
  if (!n.every(Number.isFinite)) return null;
  const [n0 = 0, n1 = 0, n2 = 0, n3 = 0, n4 = 0, n5 = 0] = n;
  const is = (...counts: readonly number[]): boolean => counts.includes(n.length);
  switch (name) {
    case 'matrix':
      return is(6) ? { a: n0, b: n1, c: n2, d: n3, e: n4, f: n5 } : null;
    case 'translate':
      return is(1, 2) ? moved(n0, n1) : null;
    case 'scale':
      return is(1, 2) ? { ...IDENTITY, a: n0, d: n.length === 1 ? n0 : n1 } : null;
    case 'rotate': {
      const [cos, sin] = [Math.cos((n0 * Math.PI) / 180), Math.sin((n0 * Math.PI) / 180)];
      const turned: Affine = { a: cos, b: sin, c: -sin, d: cos, e: 0, f: 0 };
      return is(1, 3) ? multiply(multiply(moved(n1, n2), turned), moved(-n1, -n2)) : null;
    }
    case 'skewX':
      return is(1) ? { ...IDENTITY, c: Math.tan((n0 * Math.PI) / 180) } : null;
    case 'skewY':
      return is(1) ? { ...IDENTITY, b: Math.tan((n0 * Math.PI) / 180) } : null;
    default:
      return null;
  }
}

function moved(x: number, y: number): Affine {
  return { ...IDENTITY, e: x, f: y };
}

export function transformed(commands: readonly PathCommand[], by: Affine): readonly PathCommand[] {
  return commands.map(({ name, numbers }) => {
    const placed: number[] = [];
    for (let i = 0; i + 1 < numbers.length; i += 2) {
      const { x, y } = applyToPoint(by, { x: numbers[i] ?? 0, y: numbers[i + 1] ?? 0 });
      placed.push(x, y);
    }
    return { name, numbers: placed };
  });
}

/** The scale of a pen under a transform: the geometric mean of the two directions. */
export function penScale({ a, b, c, d }: Affine): number {
  return Math.sqrt(Math.abs(a * d - b * c));
}
