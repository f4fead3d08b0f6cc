import { rotatedSize, type Rect } from '#model/kernel/geometry.ts';
import { createElementId, type AssetKey, type Random } from '#model/kernel/ids.ts';
import { roundMm, type Mm, FONT_UNITS_PER_MM } from '#model/kernel/units.ts';
import { FONT_FAMILIES } from '#model/elements/base/fonts.ts';
import { withFootprint } from '#model/elements/base/footprint.ts';
import { FONT_SIZE_LIMITS } from '#model/elements/base/text-style.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { createElement, freeElementName } from '#model/elements/registry.ts';
import { type Asset, type Template, createTemplate } from '#model/template/template.ts';
import { ONE_TO_A_SHEET } from './document-plan.ts';
import type { DocumentLook } from './document-look.ts';
import { joinedRuns } from './joined-runs.ts';
import type { PageObject, TextObject } from './page-objects.ts';

/** A part of a page, opened for editing. */
export interface OpenedPage {
  readonly name: string;
  readonly widthMm: Mm;
  readonly heightMm: Mm;
  /** The background; null if nothing is left of it. */
  readonly picture: { readonly key: AssetKey; readonly asset: Asset } | null;
  readonly look: Pick<DocumentLook, 'oneBit' | 'threshold'>;
  readonly objects: readonly PageObject[];
}

/** The stems of element names, in the user's language. */
export interface ElementStems {
  readonly picture: string;
  readonly text: string;
  readonly line: string;
  readonly rectangle: string;
  readonly ellipse: string;
}

/** Distance of a font's baseline from the top of its line, in em; nearly the same in all fonts that are not listed. */
const ASCENTS: Readonly<Record<string, number>> = {
  'Roboto Mono': 1.048,
  'Roboto Slab': 1.048,
  Inter: 0.969,
  Oswald: 1.193,
};
const USUAL_ASCENT = 0.928;
const LINE_HEIGHT = 1.2;

const ELEMENT_OF = { run: 'text', stroke: 'line', box: 'rectangle', oval: 'ellipse' } as const;

/** A separate label: the picture locked at the bottom, an element for each object above it. */
export function pageTemplate(page: OpenedPage, stems: ElementStems, random: Random): Template {
  const { name, widthMm, heightMm, picture, look } = page;
  const empty = createTemplate({
    name,
    widthMm: roundMm(widthMm),
    heightMm: roundMm(heightMm),
    ...ONE_TO_A_SHEET,
    canvases: [],
    background: null,
    printBackground: false,
  });
  const elements: LabelElement[] = [];
  const start = (stem: string): Parameters<typeof createElement>[1] => ({
    id: createElementId(random),
    name: freeElementName(stem, elements),
    centreMm: { x: widthMm / 2, y: heightMm / 2 },
    labelWidthMm: widthMm,
    labelHeightMm: heightMm,
    zoom: 1,
  });
  if (picture !== null) {
    const image = createElement('image', {
      ...start(stems.picture),
      image: { asset: picture.key, size: { width: 1, height: 1 } },
    });
    const all = { x: 0, y: 0, width: widthMm, height: heightMm };
    elements.push({
      ...withFootprint(image, all),
      ...look,
      locked: true,
      displayMode: 'stretch',
      keepProportion: false,
    });
  }
  for (const object of joinedRuns(page.objects))
    elements.push(elementOf(object, start(stems[ELEMENT_OF[object.type]])));
  return { ...empty, elements, assets: new Map(picture === null ? [] : [[picture.key, picture.asset]]) };
}

function elementOf(object: PageObject, start: Parameters<typeof createElement>[1]): LabelElement {
  switch (object.type) {
    case 'run':
      return textElement(object, start);
    case 'stroke': {
      const { direction, boxMm } = object;
      const penWidthMm = roundMm(Math.min(boxMm.width, boxMm.height));
      return withFootprint({ ...createElement('line', start), direction, penWidthMm, dashed: false }, boxMm);
    }
    case 'box':
    case 'oval': {
      const pen = object.penMm === null ? {} : { penWidthMm: roundMm(object.penMm) };
      const shape = {
        ...createElement(ELEMENT_OF[object.type], start),
        filled: object.penMm === null,
        dashed: false,
        ...pen,
      };
      return withFootprint(shape, object.boxMm);
    }
  }
}

function textElement(object: TextObject, start: Parameters<typeof createElement>[1]): LabelElement {
  const { sizeMm, rotation, bold, italic, lengthMm, text } = object;
  const { min, max } = FONT_SIZE_LIMITS;
  const fontSize = Math.min(max, Math.max(min, Math.round(sizeMm * FONT_UNITS_PER_MM * 100) / 100));
  const fontFamily = servedFamily(object);
  const made = { ...createElement('text', { ...start, text }), fontFamily, fontSize, bold, italic, rotation };
  return withFootprint(made, textBox(object, ASCENTS[fontFamily] ?? USUAL_ASCENT, Math.max(lengthMm, sizeMm / 4)));
}

/** The box with its first baseline at that of the document. */
function textBox({ originMm: { x, y }, sizeMm, rotation }: TextObject, ascentEm: number, length: Mm): Rect {
  const [above, height] = [ascentEm * sizeMm, LINE_HEIGHT * sizeMm];
  const size = rotatedSize({ width: length, height }, rotation);
  switch (rotation) {
    case 0:
      return { x, y: y - above, ...size };
    case 90:
      return { x: x + above - height, y, ...size };
    case 180:
      return { x: x - length, y: y + above - height, ...size };
    case 270:
      return { x: x - above, y: y - length, ...size };
  }
}

/** The available family for one of a document: itself, or the most similar one. */
export function servedFamily({ family, isMono, isSerif }: Pick<TextObject, 'family' | 'isMono' | 'isSerif'>): string {
  const plain = plainName(family);
  const longest = FONT_FAMILIES.toSorted((a, b) => b.name.length - a.name.length);
  const same = longest.find(({ name }) => plain.startsWith(plainName(name)));
  if (same !== undefined) return same.name;
  if (isMono || /mono|courier|consol|typewriter/.test(plain)) return 'Roboto Mono';
  if (/condensed|narrow/.test(plain)) return 'Roboto Condensed';
  if (/song|simsun|hei|yahei|kaiti|ming|gothic|cjk|pingfang/.test(plain)) return 'Noto Sans SC';
  // Sans-serif fonts sometimes claim to have serifs; their names are more reliable.
  if (/sans|arial|helvetica|verdana|tahoma/.test(plain)) return 'Roboto';
  return isSerif || /times|serif|georgia|garamond/.test(plain) ? 'Roboto Slab' : 'Roboto';
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z\d]/g, '');
}
