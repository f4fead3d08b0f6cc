import { readFileSync } from 'node:fs';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { MachineBrand } from '#protocol/api.ts';

const length = Type.Number({ exclusiveMinimum: 0, maximum: 1000 });
const name = Type.String({ minLength: 1, maxLength: 100 });

const modelSchema = Type.Object(
  {
    name,
    dpi: Type.Array(Type.Integer({ minimum: 100, maximum: 1200 }), { minItems: 1 }),
    /** Maximum print width in mm. */
    printWidth: length,
    /** Maximum media width in mm. */
    mediaWidth: length,
    /** Set where labels of other sizes aren't sold for it. */
    onlySizes: Type.Optional(Type.Boolean()),
    /** Widths of its tapes in mm, which are cut to any length. */
    tapes: Type.Optional(Type.Array(length)),
    /** The usual labels, width by height in mm. */
    sizes: Type.Array(Type.Tuple([length, length]), { minItems: 1 }),
  },
  { additionalProperties: false },
);
const fileSchema = Type.Array(
  Type.Object(
    {
      brand: name,
      series: Type.Array(
        Type.Object({ name, models: Type.Array(modelSchema, { minItems: 1 }) }, { additionalProperties: false }),
        { minItems: 1 },
      ),
    },
    { additionalProperties: false },
  ),
  { minItems: 1 },
);

/** A label printer of the list. Lengths in mm. */
export interface Machine {
  readonly name: string;
  readonly dpi: readonly number[];
  readonly printWidth: number;
  readonly mediaWidth: number;
  readonly onlySizes?: boolean;
  readonly tapes?: readonly number[];
  readonly sizes: readonly (readonly [width: number, height: number])[];
}

interface Brand {
  readonly brand: string;
  readonly series: readonly { readonly name: string; readonly models: readonly Machine[] }[];
}

const isBrands = Compile(fileSchema);
/** How much a label may differ from its nominal size. */
const TOLERANCE_MM = 1.05;

/** Reads the list of printers. Throws an error that names the fault. */
export function parseMachines(text: string): readonly Brand[] {
  const brands = JSON.parse(text) as readonly Brand[];
  if (!isBrands.Check(brands)) {
    const [fault] = isBrands.Errors(brands);
    throw new Error(`the list of printers is not valid: ${fault?.instancePath ?? ''} ${fault?.message ?? ''}`);
  }
  const known = new Set<string>();
  for (const { brand, series } of brands) {
    for (const one of series) {
      for (const model of one.models) {
        const full = `${brand} ${model.name}`;
        if (known.has(full)) throw new Error(`${full} is listed twice`);
        if (model.printWidth > model.mediaWidth) throw new Error(`${full} prints beyond its labels`);
        known.add(full);
      }
    }
  }
  return brands;
}

const BRANDS: readonly Brand[] = parseMachines(
  readFileSync(new URL('../../../content/printers.json', import.meta.url), 'utf8'),
);

/** The printers of a brand, of one of its series, or with a name; all without a filter. */
export function findMachines(wanted: {
  readonly brand?: string | undefined;
  readonly series?: string | undefined;
  readonly model?: string | undefined;
}): readonly Machine[] {
  const { brand, series, model } = wanted;
  return BRANDS.filter((one) => brand === undefined || one.brand === brand)
    .flatMap((one) => one.series.filter((each) => series === undefined || each.name === series))
    .flatMap((each) => each.models.filter((machine) => model === undefined || machine.name === model));
}

/** Whether a label of that size in mm is sold for the printer and fits it, also rotated by 90°. */
export function fitsMachine(machine: Machine, widthMm: number, heightMm: number): boolean {
  const near = (a: number, b: number): boolean => Math.abs(a - b) <= TOLERANCE_MM;
  const isSold = machine.sizes.some(
    ([w, h]) => (near(w, widthMm) && near(h, heightMm)) || (near(h, widthMm) && near(w, heightMm)),
  );
  if (isSold) return true;
  if (machine.tapes?.some((tape) => near(tape, widthMm) || near(tape, heightMm)) === true) return true;
  return machine.onlySizes !== true && widthMm <= machine.mediaWidth;
}

/** The brands with a printer for labels of that size, in mm. */
export function brandsFor(widthMm: number, heightMm: number): string[] {
  return BRANDS.filter(({ series }) =>
    series.some(({ models }) => models.some((machine) => fitsMachine(machine, widthMm, heightMm))),
  ).map(({ brand }) => brand);
}

/** The list in the form of the protocol. */
export function listMachines(): readonly MachineBrand[] {
  return BRANDS.map(({ brand, series }) => ({
    name: brand,
    series: series.map((one) => ({
      name: one.name,
      models: one.models.map((machine) => ({
        name: machine.name,
        dpis: machine.dpi,
        print_width: machine.printWidth,
        sizes: machine.sizes.map(([width, height]) => ({ width, height })),
      })),
    })),
  }));
}
