import { grownRect, type Rect, type Rotation } from '#model/kernel/geometry.ts';
import { createRandom, pick, whole, type Random } from '#tests/support/symbol-values.ts';
import { CARRIER_CONTENTS } from './carrier-labels.ts';
import { drawInstructions } from './instructions.ts';
import { SMALL_CONTENTS, type LabelContent } from './label-contents.ts';
import type { Pen } from './pen.ts';
import { drawSheet, forked, type Border, type LabelJob, type Sheet, type SheetJob } from './sheet.ts';
import { LARGE_STOCK, placesOf, SMALL_STOCK, type Stock } from './stock.ts';

type Recipe = (random: Random, seed: number) => SheetJob;

const A4 = [210, 297] as const;
const LETTER = [215.9, 279.4] as const;

function job(
  name: string,
  page: SheetJob['page'],
  labels: readonly LabelJob[],
  random: Random,
  seed: number,
): SheetJob {
  return { name, page, labels, styleSeed: forked(random), seed };
}

/** A label's share of the white between it and its neighbors. */
function groundOf({ pitch, label }: Stock, place: Rect): Rect {
  const [x, y] = [(pitch[0] - label[0]) / 2, (pitch[1] - label[1]) / 2];
  return { x: place.x - x, y: place.y - y, width: place.width + 2 * x, height: place.height + 2 * y };
}

function onStock(stock: Stock, content: LabelContent, border: Border | null, random: Random, used = 1): LabelJob[] {
  const places = placesOf(stock);
  const count = Math.max(1, Math.round(places.length * used));
  return places
    .slice(0, count)
    .map((place) => ({ place, ground: groundOf(stock, place), content, seed: forked(random), border }));
}

function borderOf(random: Random, inset: number): Border {
  return { pen: 0.25 + random() * 0.5, radius: random() < 0.5 ? 0 : 1 + random() * 3, inset };
}

const plainGrid: Recipe = (random, seed) => {
  const stock = pick(random, SMALL_STOCK);
  return job(
    `${stock.name}, no borders`,
    stock.page,
    onStock(stock, pick(random, SMALL_CONTENTS), null, random),
    random,
    seed,
  );
};

const partlyUsed: Recipe = (random, seed) => {
  const stock = pick(random, SMALL_STOCK);
  const content = pick(random, SMALL_CONTENTS);
  const used = 0.25 + random() * 0.6;
  return job(`${stock.name}, partly used`, stock.page, onStock(stock, content, null, random, used), random, seed);
};

const framedGrid: Recipe = (random, seed) => {
  const stock = pick(random, SMALL_STOCK);
  const labels = onStock(stock, pick(random, SMALL_CONTENTS), borderOf(random, 1), random);
  return job(`${stock.name}, framed`, stock.page, labels, random, seed);
};

/** Frames on all of the sheet, some of them empty. */
const partlyFilledFrames: Recipe = (random, seed) => {
  const stock = pick(random, SMALL_STOCK);
  const border = borderOf(random, 1);
  const labels = onStock(stock, pick(random, SMALL_CONTENTS), border, random, 0.4 + random() * 0.4);
  const empty = placesOf(stock).slice(labels.length);
  const more = (pen: Pen): void => {
    for (const { x, y, width, height } of empty)
      pen.frame(x + 1, y + 1, width - 2, height - 2, border.pen, border.radius);
  };
  return { ...job(`${stock.name}, some frames empty`, stock.page, labels, random, seed), more };
};

/** Labels without white between them, with cutting lines. */
const touchingGrid: Recipe = (random, seed) => {
  const stock = pick(random, SMALL_STOCK);
  const { columns, rows, label, page } = stock;
  const [width, height] = [Math.min(label[0], (page[0] - 12) / columns), Math.min(label[1], (page[1] - 12) / rows)];
  const touching: Stock = {
    ...stock,
    label: [width, height],
    pitch: [width, height],
    first: [(page[0] - columns * width) / 2, (page[1] - rows * height) / 2],
  };
  const labels = onStock(
    touching,
    pick(random, SMALL_CONTENTS),
    { pen: 0.3 + random() * 0.4, radius: 0, inset: 0 },
    random,
  );
  return job(`${columns}x${rows} touching`, page, labels, random, seed);
};

const carrierParts: Recipe = (random, seed) => {
  const stock = pick(random, LARGE_STOCK);
  const content = pick(random, CARRIER_CONTENTS);
  const framed = random() < 0.5;
  const border = framed ? { ...borderOf(random, 4), inset: 4 } : null;
  const inner: LabelContent = framed
    ? content
    : (pen, box, style, own) => content(pen, grownRect(box, -4 - style() * 2), style, own);
  const labels = onStock(stock, inner, border, random, random() < 0.3 ? 0.75 : 1);
  return job(`${stock.name}, carrier's, ${framed ? 'framed' : 'no frames'}`, stock.page, labels, random, seed);
};

const touchingCarriers: Recipe = (random, seed) => {
  const page = pick(random, [A4, LETTER]);
  const [columns, rows] = pick(random, [
    [1, 2],
    [2, 2],
    [2, 1],
  ] as const);
  const [width, height] = [(page[0] - 16) / columns, (page[1] - 16) / rows];
  const stock: Stock = { name: '', page, columns, rows, first: [8, 8], label: [width, height], pitch: [width, height] };
  const content = pick(random, CARRIER_CONTENTS);
  const labels = onStock(stock, content, { pen: 0.5 + random() * 0.5, radius: 0, inset: 0 }, random);
  return job(`${columns}x${rows} carrier's, touching`, page, labels, random, seed);
};

interface Half {
  readonly name: string;
  readonly page: SheetJob['page'];
  readonly label: Rect;
  readonly turn: Rotation;
  readonly rest: Rect;
  /** The line to fold or cut at, if one is printed. */
  readonly fold: readonly [x1: number, y1: number, x2: number, y2: number] | null;
}

/** Position of the carriers' label, and the rest of the page. */
const HALVES: readonly Half[] = [
  {
    name: 'UPS, label below',
    page: LETTER,
    label: { x: 55, y: 125, width: 101, height: 148 },
    turn: 0,
    rest: { x: 10, y: 8, width: 195, height: 92 },
    fold: [8, 112, 208, 112],
  },
  {
    name: 'FedEx',
    page: LETTER,
    label: { x: 18, y: 10, width: 178, height: 114 },
    turn: 270,
    rest: { x: 12, y: 150, width: 190, height: 115 },
    fold: [0, 139.7, 215.9, 139.7],
  },
  {
    name: 'USPS',
    page: LETTER,
    label: { x: 30, y: 12, width: 152, height: 101 },
    turn: 90,
    rest: { x: 15, y: 146, width: 185, height: 120 },
    fold: [6, 137, 209, 137],
  },
  {
    name: 'Royal Mail',
    page: A4,
    label: { x: 8, y: 8, width: 100, height: 150 },
    turn: 0,
    rest: { x: 8, y: 170, width: 190, height: 110 },
    fold: null,
  },
  {
    name: 'DPD',
    page: A4,
    label: { x: 6, y: 6, width: 96, height: 138 },
    turn: 0,
    rest: { x: 118, y: 8, width: 84, height: 150 },
    fold: [111, 4, 111, 160],
  },
  {
    name: 'DHL',
    page: A4,
    label: { x: 8, y: 8, width: 194, height: 132 },
    turn: 270,
    rest: { x: 12, y: 160, width: 186, height: 125 },
    fold: [5, 150, 205, 150],
  },
  {
    name: 'GLS',
    page: A4,
    label: { x: 12, y: 10, width: 140, height: 125 },
    turn: 0,
    rest: { x: 12, y: 162, width: 180, height: 120 },
    fold: null,
  },
  {
    name: 'Hermes',
    page: A4,
    label: { x: 10, y: 12, width: 190, height: 125 },
    turn: 0,
    rest: { x: 12, y: 158, width: 180, height: 90 },
    fold: [0, 148.5, 210, 148.5],
  },
  {
    name: 'Colissimo',
    page: [297, 210],
    label: { x: 8, y: 10, width: 132, height: 188 },
    turn: 0,
    rest: { x: 160, y: 14, width: 125, height: 180 },
    fold: [148.5, 5, 148.5, 205],
  },
  {
    name: 'Correos',
    page: A4,
    label: { x: 20, y: 165, width: 170, height: 118 },
    turn: 0,
    rest: { x: 15, y: 12, width: 180, height: 118 },
    fold: null,
  },
];

const labelAndInstructions: Recipe = (random, seed) => {
  const half = pick(random, HALVES);
  const content = pick(random, CARRIER_CONTENTS);
  const border = random() < 0.6 ? borderOf(random, 0) : null;
  const label: LabelJob = {
    place: half.label,
    ground: grownRect(half.label, 3),
    content,
    seed: forked(random),
    border,
    turn: half.turn,
  };
  const own = forked(random);
  const dash = pick(random, [[], [3, 2], [1, 1.2]] as const);
  const more = (pen: Pen): void => {
    drawInstructions(pen, half.rest, createRandom(own));
    if (half.fold !== null) pen.line(...half.fold, 0.3, dash);
  };
  return { ...job(`${half.name}, with instructions`, half.page, [label], random, seed), more };
};

/** One label on an otherwise empty page. */
const labelAlone: Recipe = (random, seed) => {
  const { name, page, label: place, turn } = pick(random, HALVES);
  const border = random() < 0.5 ? borderOf(random, 0) : null;
  const label: LabelJob = {
    place,
    ground: grownRect(place, 8),
    content: pick(random, CARRIER_CONTENTS),
    seed: forked(random),
    border,
    turn,
  };
  return job(`${name}, alone`, page, [label], random, seed);
};

/** A page of the size of its label. */
const labelPage: Recipe = (random, seed) => {
  const page = pick(random, [
    [100, 150],
    [105, 148],
    [102, 152],
    [76, 130],
    [100, 100],
  ] as const);
  const place = { x: 2, y: 2, width: page[0] - 4, height: page[1] - 4 };
  const border = random() < 0.5 ? borderOf(random, 0) : null;
  const label: LabelJob = {
    place,
    ground: { x: 0, y: 0, width: page[0], height: page[1] },
    content: pick(random, CARRIER_CONTENTS),
    seed: forked(random),
    border,
  };
  return job(`page of ${page.join('x')}`, page, [label], random, seed);
};

/** A page of nothing but instructions stays in one piece. */
const instructionsPage: Recipe = (random, seed) => {
  const page = pick(random, [A4, LETTER]);
  const place = { x: 14, y: 14, width: page[0] - 28, height: page[1] - 28 };
  const content: LabelContent = (pen, box, _style, own) => drawInstructions(pen, box, own);
  const label: LabelJob = {
    place,
    ground: { x: 0, y: 0, width: page[0], height: page[1] },
    content,
    seed: forked(random),
    border: null,
  };
  return job('instructions only', page, [label], random, seed);
};

function turnedSheet(recipe: Recipe): Recipe {
  return (random, seed) => {
    const turn = pick(random, [90, 180, 270] as const);
    const upright = recipe(random, seed);
    return { ...upright, name: `${upright.name}, turned by ${turn}`, turn };
  };
}

function scan(recipe: Recipe): Recipe {
  return (random, seed) => {
    const upright = recipe(random, seed);
    const skewDegrees = (random() * 2 - 1) * 2;
    const faults = { specks: whole(random, 50, 500), noise: 10 + random() * 25, borders: random() < 0.6 };
    return { ...upright, name: `${upright.name}, scanned`, skewDegrees, scan: faults };
  };
}

const RECIPES: readonly Recipe[] = [
  plainGrid,
  carrierParts,
  labelAndInstructions,
  framedGrid,
  touchingGrid,
  partlyUsed,
  touchingCarriers,
  labelAlone,
  scan(plainGrid),
  labelAndInstructions,
  turnedSheet(carrierParts),
  partlyFilledFrames,
  scan(labelAndInstructions),
  carrierParts,
  turnedSheet(plainGrid),
  scan(touchingGrid),
  labelPage,
  turnedSheet(labelAndInstructions),
  instructionsPage,
  scan(framedGrid),
  turnedSheet(touchingCarriers),
  scan(carrierParts),
  plainGrid,
  partlyUsed,
];

/** `count` sheets, each kind in turn. The same seed gives the same sheets. */
export function* sheets(seed: number, count: number): Generator<Sheet> {
  for (let i = 0; i < count; i++) yield sheetAt(seed, i);
}

export function sheetAt(seed: number, index: number): Sheet {
  const own = seed * 1000 + index;
  return drawSheet((RECIPES[index % RECIPES.length] ?? plainGrid)(createRandom(own), own));
}

/** The same kind of sheet twice, with other names and numbers on its labels. */
export function twinsAt(seed: number, index: number): readonly [Sheet, Sheet] {
  const own = seed * 1000 + index;
  const first = (RECIPES[index % RECIPES.length] ?? plainGrid)(createRandom(own), own);
  const labels = first.labels.map((label) => ({ ...label, seed: label.seed + 1 }));
  return [drawSheet(first), drawSheet({ ...first, labels, seed: own + 500 })];
}
