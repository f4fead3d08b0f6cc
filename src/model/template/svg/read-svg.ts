import type { Drawing, DrawnShape, DrawnStroke } from '#model/elements/base/drawing.ts';
import type { RawNode } from '#model/elements/base/unknown-parts.ts';
import {
  applyToRect,
  boundsOfPoints,
  multiply,
  rectsOverlap,
  type Affine,
  type Point,
} from '#model/kernel/geometry.ts';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { readXml } from '../xml-reader.ts';
import type { Colour } from './colour.ts';
import { isShape, readShape, type Outline } from './shapes.ts';
import { INITIAL_STYLE, readStyle, type Style, readLength } from './style.ts';
import { penScale, readTransform, transformed } from './transform.ts';

/** The limits of a vector image; an icon has some hundred commands. */
export const SVG_LIMITS: { readonly bytes: number; readonly shapes: number; readonly commands: number } = {
  bytes: 512 * 1024,
  shapes: 5000,
  commands: 20_000,
};

/** Elements that could run or fetch something. */
const ACTIVE = new Set([
  'script',
  'foreignObject',
  'image',
  'use',
  'a',
  'iframe',
  'animate',
  'animateMotion',
  'animateTransform',
  'set',
  'handler',
]);
/** Elements that describe the drawing and draw nothing. */
const SILENT = new Set(['title', 'desc', 'metadata']);

/** Whether the bytes are an SVG file, judged by their beginning. */
export function isSvg(bytes: Uint8Array): boolean {
  const start = new TextDecoder().decode(bytes.subarray(0, 2048));
  // A comment must match in one way only: otherwise the possibilities double with each.
  return /^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*)*(?:<!DOCTYPE\s+svg[^>]*>\s*)?<(?:svg:)?svg[\s>/]/i.test(
    start,
  );
}

/**
 * Reads the shapes of an SVG file. Nothing in it is fetched or run: anything that could is a problem, and so is
 * everything that would change the look if it were left out. Shapes entirely outside the picture's box are left out.
 * Problems: `image.corrupt`; `image.svgTooLarge` beyond the limits; `image.svgActive` for scripts, references and
 * declarations, `image.svgPart` for unsupported parts, each with its `part`.
 */
export function readSvg(bytes: Uint8Array): Result<Drawing> {
  if (bytes.length > SVG_LIMITS.bytes) return err(problem('image.svgTooLarge'));
  const text = decoded(bytes);
  const root = text === null ? null : readXml(text);
  if (root === null) return err(problem('image.corrupt'));
  if (!root.ok) {
    return err(root.error.code === 'template.doctype' ? active('DOCTYPE') : problem('image.corrupt'));
  }
  const name = localName(root.value.name);
  if (name !== 'svg') return err(problem('image.wrongType'));
  const box = viewBox(root.value.attributes);
  if (box === null) return err(part('viewBox'));
  const reader = new SvgReader(box.width, box.height);
  const fault = reader.children(root.value, { a: 1, b: 0, c: 0, d: 1, e: -box.x, f: -box.y }, INITIAL_STYLE);
  return fault === null ? ok({ width: box.width, height: box.height, shapes: reader.shapes }) : err(fault);
}

class SvgReader {
  readonly shapes: DrawnShape[] = [];
  readonly #width: number;
  readonly #height: number;
  #commands = 0;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
  }

  /** Reads the style of a node, then its children. */
  children(node: RawNode, around: Affine, inherited: Style): Problem | null {
    const fault = activeAttribute(node);
    if (fault !== null) return fault;
    const read = readStyle(node.attributes, inherited);
    if ('refused' in read) return part(read.refused);
    const own = readTransform(node.attributes['transform']);
    if (own === null) return part('transform');
    const all = multiply(around, own);
    for (const child of node.children) {
      const wrong = this.#node(child, all, read.style);
      if (wrong !== null) return wrong;
    }
    return null;
  }

  #node(node: RawNode, around: Affine, style: Style): Problem | null {
    const name = localName(node.name);
    // Private data of other programs.
    if (name === null || SILENT.has(name)) return null;
    if (ACTIVE.has(name)) return active(name);
    if (name === 'defs') return node.children.length === 0 ? null : part(node.children[0]?.name ?? name);
    if (name === 'g') return this.children(node, around, style);
    return isShape(name) ? this.#shape(node, name, around, style) : part(name);
  }

  #shape(node: RawNode, name: string, around: Affine, inherited: Style): Problem | null {
    const fault = this.children(node, around, inherited);
    if (fault !== null) return fault;
    const read = readStyle(node.attributes, inherited);
    const own = readTransform(node.attributes['transform']);
    const outline = readShape(name, node.attributes);
    if ('refused' in read || own === null || outline === null) return part(name);
    this.#commands += outline.commands.length;
    if (this.#commands > SVG_LIMITS.commands || this.shapes.length > SVG_LIMITS.shapes) {
      return problem('image.svgTooLarge');
    }
    if (!read.style.hidden) this.#draw(outline, multiply(around, own), read.style);
    return null;
  }

  #draw(outline: Outline, toDrawing: Affine, style: Style): void {
    const commands = transformed(outline.commands, toDrawing);
    if (!this.#isSeen(commands)) return;
    const level = toDrawing.b === 0 && toDrawing.c === 0;
    const fill = inkOf(style.fill, style.opacity * style.fillOpacity);
    if (fill !== null) {
      const rect = outline.rect === undefined || !level ? {} : { rect: applyToRect(toDrawing, outline.rect) };
      this.shapes.push({ commands, ...rect, grey: fill, paint: { style: 'fill', evenOdd: style.evenOdd } });
    }
    const stroke = inkOf(style.stroke, style.opacity * style.strokeOpacity);
    const scale = penScale(toDrawing);
    if (stroke !== null && style.width * scale > 0) {
      const { cap, join, dash } = style;
      const paint: DrawnStroke = {
        style: 'stroke',
        width: style.width * scale,
        dash: dash === null ? null : [dash[0] * scale, dash[1] * scale],
        cap,
        join,
      };
      // Each piece separately, so that horizontal and vertical lines are on whole dots.
      for (const piece of pieces(commands)) this.shapes.push({ commands: piece, grey: stroke, paint });
    }
  }

  #isSeen(commands: DrawnShape['commands']): boolean {
    const points: Point[] = [];
    for (const { numbers } of commands) {
      for (let i = 0; i + 1 < numbers.length; i += 2) points.push({ x: numbers[i] ?? 0, y: numbers[i + 1] ?? 0 });
    }
    if (points.length === 0) return false;
    const { x, y, width, height } = boundsOfPoints(points);
    const seen = { x: -1e-6, y: -1e-6, width: this.#width + 2e-6, height: this.#height + 2e-6 };
    return rectsOverlap(seen, { x, y, width: Math.max(width, 1e-9), height: Math.max(height, 1e-9) });
  }
}

/** The gray of a color on white paper; null for an invisible one. */
function inkOf(colour: Colour | null, opacity: number): number | null {
  const all = (colour?.opacity ?? 0) * opacity;
  return colour === null || all === 0 ? null : 255 - (255 - colour.grey) * all;
}

/**
 * The subpaths of a path, each beginning with its M. After a Z without an M the next one begins where the previous one
 * did.
 */
function pieces(commands: DrawnShape['commands']): readonly DrawnShape['commands'][] {
  const all: DrawnShape['commands'][number][][] = [];
  let start: readonly number[] = [0, 0];
  let closed = true;
  for (const command of commands) {
    if (command.name === 'M') start = command.numbers;
    if (command.name === 'M' || closed) all.push(command.name === 'M' ? [] : [{ name: 'M', numbers: start }]);
    all.at(-1)?.push(command);
    closed = command.name === 'Z';
  }
  return all.filter((piece) => piece.length > 1);
}

/** The name without the prefix of SVG; null for other vocabularies. */
function localName(name: string): string | null {
  return name.includes(':') ? (name.startsWith('svg:') ? name.slice(4) : null) : name;
}

function viewBox(
  attributes: Readonly<Record<string, string>>,
): { x: number; y: number; width: number; height: number } | null {
  const said = attributes['viewBox']
    ?.trim()
    .split(/[\s,]+/)
    .map(Number);
  const [x = 0, y = 0, width = 0, height = 0] = said ?? [
    0,
    0,
    readLength(attributes['width'] ?? ''),
    readLength(attributes['height'] ?? ''),
  ];
  const sound = (said === undefined || said.length === 4) && [x, y, width, height].every(Number.isFinite);
  return sound && width > 0 && height > 0 ? { x, y, width, height } : null;
}

function activeAttribute({ attributes }: RawNode): Problem | null {
  const name = Object.keys(attributes).find((key) => /^on/i.test(key) || /^(xlink:)?href$/i.test(key));
  return name === undefined ? null : active(name);
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function active(name: string): Problem {
  return problem('image.svgActive', { part: name });
}

function part(name: string): Problem {
  return problem('image.svgPart', { part: name });
}
