import type { PathCommand } from '#model/elements/base/drawing.ts';
import { arcCurves } from './arc.ts';

/** The number of arguments of each command. */
const TAKES: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };
const NUMBER = /[\s,]*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)/iy;
const FLAG = /[\s,]*([01])/y;
const COMMAND = /[\s,]*([a-z])/iy;

/**
 * Reads the path data of SVG (SVG 2, 9.3) as absolute M, L, C, Q and Z. Null for invalid path data. The control points
 * of smooth curves are made explicit, and arcs become curves.
 */
export function readPathData(data: string): readonly PathCommand[] | null {
  const commands: PathCommand[] = [];
  let at = 0;
  let [x, y, startX, startY] = [0, 0, 0, 0];
  // The control point that S and T reflect, and the kind of its curve.
  let [controlX, controlY, curve] = [0, 0, ''];
  const next = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(data);
    if (match === null) return null;
    at = pattern.lastIndex;
    return match[1] ?? '';
  };
  const add = (name: PathCommand['name'], ...numbers: number[]): void => {
    commands.push({ name, numbers });
    if (numbers.length > 0) [x, y] = numbers.slice(-2) as [number, number];
  };

  let command = next(COMMAND);
  while (command !== null) {
    const kind = command.toUpperCase();
    const takes = TAKES[kind];
    if (takes === undefined || (commands.length === 0 && kind !== 'M')) return null;
    for (let round = 0; ; round++) {
      const n: number[] = [];
      while (n.length < takes) {
        const text = next(kind === 'A' && (n.length === 3 || n.length === 4) ? FLAG : NUMBER);
        if (text === null) break;
        n.push(Number(text));
      }
      if (n.length < takes) {
        if (n.length > 0 || round === 0) return null;
        break;
      }
      if (!n.every(Number.isFinite)) return null;
      const [dx, dy] = command === kind ? [0, 0] : [x, y];
      const points = kind === 'A' ? n : n.map((value, i) => value + (i % 2 === 0 ? dx : dy));
      const [p0 = 0, p1 = 0, p2 = 0, p3 = 0] = points;
      const [lastX, lastY] = curve === kindOfCurve(kind) ? [2 * x - controlX, 2 * y - controlY] : [x, y];
      switch (kind) {
        case 'M':
          // Further pairs after an M are lines.
          add(round === 0 ? 'M' : 'L', p0, p1);
          if (round === 0) [startX, startY] = [x, y];
          break;
        case 'L':
          add('L', p0, p1);
          break;
        case 'H':
          add('L', p0, y);
          break;
        case 'V':
          add('L', x, (n[0] ?? 0) + dy);
          break;
        case 'C':
          [controlX, controlY] = [p2, p3];
          add('C', ...points);
          break;
        case 'S':
          [controlX, controlY] = [p0, p1];
          add('C', lastX, lastY, ...points);
          break;
        case 'Q':
          [controlX, controlY] = [p0, p1];
          add('Q', ...points);
          break;
        case 'T':
          [controlX, controlY] = [lastX, lastY];
          add('Q', lastX, lastY, p0, p1);
          break;
        case 'A': {
          const end = { x: (n[5] ?? 0) + dx, y: (n[6] ?? 0) + dy };
          const arc = { rx: p0, ry: p1, turnDegrees: p2, large: n[3] === 1, sweep: n[4] === 1 };
          for (const numbers of arcCurves({ x, y }, end, arc)) add(numbers.length === 2 ? 'L' : 'C', ...numbers);
          break;
        }
        default:
          commands.push({ name: 'Z', numbers: [] });
          [x, y] = [startX, startY];
      }
      curve = kindOfCurve(kind);
      if (takes === 0) break;
    }
    command = next(COMMAND);
  }
  return /^[\s,]*$/.test(data.slice(at)) ? commands : null;
}

function kindOfCurve(kind: string): string {
  return kind === 'C' || kind === 'S' ? 'C' : kind === 'Q' || kind === 'T' ? 'Q' : '';
}
