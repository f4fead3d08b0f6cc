import { assertNever } from '#model/kernel/assert-never.ts';
import { toBase64 } from '#model/kernel/base64.ts';
import type { DisplayOp, DotsOp, GlyphRun, GlyphsOp, PathOp } from '#model/elements/base/display-op.ts';
import type { DotPattern } from '#model/elements/base/fill-pattern.ts';
import { wholeFace } from '#model/elements/base/font-parts.ts';
import { applyToPoint, multiply, type Affine } from '#model/kernel/geometry.ts';
import { dotsToMm, MM_PER_INCH, type Mm } from '#model/kernel/units.ts';
import type { DisplayList } from '#model/page/display-list.ts';
import type { ImageLibrary } from '../images/image-library.ts';
import { createPngWriter } from '../bits/png.ts';
import { exactImage, type ExactImage } from './exact-image.ts';
import { exactPattern } from './exact-pattern.ts';
import type { FaceFiles } from './face-files.ts';
import { turnOf } from '../paint/turned-glyphs.ts';
import { emboldeningPenMm, SLANT } from './glyph-texts.ts';
import { decimal, type PlacedList, type VectorPage } from './vector-page.ts';

/**
 * The page as a file that looks the same everywhere: text is outlines with its characters as titles, symbols are whole
 * dots, images are the dots that print. It has no external resources or scripts. The files of the page's faces must be
 * open.
 */
export function pageToSvg(page: VectorPage, title: string, files: FaceFiles, library: ImageLibrary): string {
  return new SvgDrawing(files, library).page(page, title);
}

type Inked = Pick<GlyphsOp, 'ink' | 'color'>;

class SvgDrawing {
  readonly #files: FaceFiles;
  readonly #library: ImageLibrary;
  readonly #lines: string[] = [];
  #lastId = 0;

  constructor(files: FaceFiles, library: ImageLibrary) {
    this.#files = files;
    this.#library = library;
  }

  page({ widthMm, heightMm, labels }: VectorPage, title: string): string {
    const [width, height] = [mm(widthMm), mm(heightMm)];
    const size = `width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}"`;
    this.#lines.push(`<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img">`);
    this.#lines.push(`<title>${escapeXml(title)}</title>`, `<rect width="${width}" height="${height}" fill="#fff"/>`);
    for (const label of labels) this.#label(label);
    this.#lines.push('</svg>');
    return `${this.#lines.join('\n')}\n`;
  }

  #label({ list, xMm, yMm }: PlacedList): void {
    const id = this.#newId();
    const border = `<rect width="${mm(list.widthMm)}" height="${mm(list.heightMm)}"/>`;
    this.#lines.push(`<clipPath id="${id}">${border}</clipPath>`);
    this.#lines.push(`<g transform="translate(${mm(xMm)} ${mm(yMm)})" clip-path="url(#${id})">`);
    for (const item of list.items) this.#ops(item.ops, item.transform, list);
    this.#lines.push('</g>');
  }

  #ops(ops: readonly DisplayOp[], transform: Affine, list: DisplayList): void {
    for (let i = 0; i < ops.length;) {
      const op = ops[i] as DisplayOp;
      const joined = op.type === 'glyphs' ? joinedRuns(ops, i) : [];
      if (op.type === 'glyphs') this.#inBox(transform, this.#glyphs(joined, op));
      else this.#op(op, transform, list);
      i += Math.max(1, joined.length);
    }
  }

  #op(op: Exclude<DisplayOp, GlyphsOp>, transform: Affine, list: DisplayList): void {
    switch (op.type) {
      case 'rect': {
        const { x, y, width, height } = op.rect;
        const box = `x="${mm(x)}" y="${mm(y)}" width="${mm(width)}" height="${mm(height)}"`;
        return this.#inBox(transform, `<rect ${box} fill="${color(op)}"/>`);
      }
      case 'path':
        if (op.paint.style === 'fill' && op.paint.pattern !== undefined)
          return this.#pattern(op, op.paint.pattern, transform, list);
        return this.#inBox(transform, `<path d="${op.data.trim()}" ${penOf(op)}/>`);
      case 'image':
        return this.#image(exactImage(this.#library, op, transform, list.dpi), list.dpi);
      case 'dots':
        return this.#dots(op, list.dpi);
      case 'group': {
        return this.#ops(op.ops, multiply(transform, op.transform), list);
      }
      default:
        return assertNever(op);
    }
  }

  #inBox(transform: Affine, content: string): void {
    this.#lines.push(`<g ${matrixOf(transform)}>${content}</g>`);
  }

  /** One path of whole numbers: rectangles that touch leave no seam. */
  #dots({ rects, turn, ...op }: DotsOp, dpi: number): void {
    let data = '';
    for (let i = 0; i + 3 < rects.length; i += 4) {
      const width = rects[i + 2] ?? 0;
      data += `M${rects[i]} ${rects[i + 1]}h${width}v${rects[i + 3]}h${-width}z`;
    }
    const turned = turn === undefined ? '' : ` ${matrixValue(turn)}`;
    const scale = `scale(${decimal(MM_PER_INCH / dpi, 10)})`;
    this.#lines.push(`<path transform="${scale}${turned}" fill="${color(op)}" d="${data}"/>`);
  }

  /** The dots of the pattern, cut off by the path. */
  #pattern(op: PathOp, pattern: DotPattern, transform: Affine, list: DisplayList): void {
    const exact = exactPattern(op, pattern, transform, list);
    if (exact === null) return;
    const id = this.#newId();
    const rule = op.paint.style === 'fill' && op.paint.evenOdd === true ? ' clip-rule="evenodd"' : '';
    this.#lines.push(`<clipPath id="${id}"><path d="${op.data.trim()}"${rule} ${matrixOf(transform)}/></clipPath>`);
    this.#lines.push(`<g clip-path="url(#${id})">`);
    this.#image(exact, list.dpi);
    this.#lines.push('</g>');
  }

  #image(exact: ExactImage | null, dpi: number): void {
    if (exact === null) return;
    const { left, top, width, height, image } = exact;
    const [x, y, w, h] = [left, top, width, height].map((dots) => mm(dotsToMm(dots, dpi)));
    const place = `x="${x}" y="${y}" width="${w}" height="${h}" preserveAspectRatio="none"`;
    const picture = (bits: Uint8Array): string =>
      `${place} style="image-rendering:pixelated" href="data:image/png;base64,${toPng(bits, width, height)}"`;
    if (image.clear === null) {
      this.#lines.push(`<image ${picture(image.paper)}/>`);
      return;
    }
    // A mask shows its white parts.
    const id = this.#newId();
    const opaque = image.clear.map((bits) => ~bits);
    const box = `maskUnits="userSpaceOnUse" x="${x}" y="${y}" width="${w}" height="${h}"`;
    this.#lines.push(`<mask id="${id}" ${box}><image ${picture(opaque)}/></mask>`);
    this.#lines.push(`<image mask="url(#${id})" ${picture(image.paper)}/>`);
  }

  /** `runs` are parts of one run (see `joinedRuns`): together they have one text. */
  #glyphs(runs: readonly GlyphRun[], op: Inked): string {
    const data = runs.map((run) => this.#outlines(run)).join('');
    const [run] = runs;
    if (data === '' || run === undefined) return '';
    const text = runs.map((part) => part.text).join('');
    const pen = run.embolden ? ` stroke="${color(op)}" stroke-width="${mm(emboldeningPenMm(run.sizeMm))}"` : '';
    return `<g><title>${escapeXml(text)}</title><path fill="${color(op)}"${pen} d="${data}"/></g>`;
  }

  #outlines(run: GlyphRun): string {
    const file = this.#files.file(run.face);
    const scale = run.sizeMm / file.unitsPerEm;
    const slant = run.skew ? SLANT : 0;
    let data = '';
    run.glyphs.forEach((glyph, index) => {
      const place = turnOf(run, index);
      for (const { command, args } of file.outline(glyph)) {
        const points: string[] = [];
        for (let i = 0; i + 1 < args.length; i += 2) {
          const y = (args[i + 1] ?? 0) * scale;
          const x = (args[i] ?? 0) * scale + slant * y;
          const at = applyToPoint(place, run.sideways === true ? { x: y, y: x } : { x, y: -y });
          points.push(`${mm(at.x)} ${mm(at.y)}`);
        }
        data += SVG_COMMANDS[command] + points.join(' ');
      }
    });
    return data;
  }

  #newId(): string {
    this.#lastId++;
    return `p${this.#lastId}`;
  }
}

const SVG_COMMANDS = { moveTo: 'M', lineTo: 'L', quadraticCurveTo: 'Q', bezierCurveTo: 'C', closePath: 'Z' } as const;

function matrixOf(transform: Affine): string {
  return `transform="${matrixValue(transform)}"`;
}

function matrixValue({ a, b, c, d, e, f }: Affine): string {
  return `matrix(${[a, b, c, d, e, f].map((value) => decimal(value, 6)).join(' ')})`;
}

function penOf(op: PathOp): string {
  const { paint } = op;
  if (paint.style === 'fill') {
    return `fill="${color(op)}"${paint.evenOdd === true ? ' fill-rule="evenodd"' : ''}`;
  }
  const cap = paint.cap === undefined ? '' : ` stroke-linecap="${paint.cap}"`;
  const join = paint.join === undefined ? '' : ` stroke-linejoin="${paint.join}"`;
  const dash = paint.dashMm === undefined ? '' : ` stroke-dasharray="${paint.dashMm.map(mm).join(' ')}"`;
  return `fill="none" stroke="${color(op)}" stroke-width="${mm(paint.widthMm)}"${cap}${join}${dash}`;
}

function toPng(bits: Uint8Array, width: number, height: number): string {
  const writer = createPngWriter({ width, height });
  writer.rows(bits, height);
  return toBase64(writer.finish());
}

function color({ ink, color: own = '#000' }: Inked): string {
  return ink === 'black' ? own : '#fff';
}

function mm(value: Mm): string {
  return decimal(value, 5);
}

// eslint-disable-next-line no-control-regex
const NOT_IN_XML = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

/** Omits characters that XML 1.0 cannot contain. */
function escapeXml(text: string): string {
  const writable = text.toWellFormed().replace(NOT_IN_XML, '');
  return writable.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * The runs from `first` on that would be one run if their font were a single file: a browser has the Chinese font in
 * parts (see `base/font-parts.ts`), and each part makes runs of its own. They differ only in the part and follow each
 * other on a line.
 */
function joinedRuns(ops: readonly DisplayOp[], first: number): readonly GlyphRun[] {
  const runs: GlyphRun[] = [];
  for (let i = first; i < ops.length; i++) {
    const op = ops[i];
    const before = ops[i - 1];
    if (op?.type !== 'glyphs') break;
    if (i > first && (before?.type !== 'glyphs' || !areParts(before, op))) break;
    runs.push(op.run);
  }
  return runs;
}

function areParts(a: GlyphsOp, b: GlyphsOp): boolean {
  const [one, other] = [a.run, b.run];
  if (one.face === other.face || wholeFace(one.face) !== wholeFace(other.face) || color(a) !== color(b)) return false;
  if (one.sizeMm !== other.sizeMm || one.embolden !== other.embolden || one.skew !== other.skew) return false;
  if (one.turns !== undefined || other.turns !== undefined) return one.turns !== undefined && other.turns !== undefined;
  const [x, y] = [one.positions.at(-2), one.positions.at(-1)];
  return one.sideways === other.sideways && (x === other.positions[0] || y === other.positions[1]);
}
