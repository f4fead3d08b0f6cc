import { Type } from 'typebox';
import type { Message } from '../message.ts';
import { noInput, post, shape, userId, type Call, type NoInput } from './call.ts';

/** The industries of ready-made templates, in the order of the menu. */
export const INDUSTRIES = [
  'retail',
  'food',
  'logistics',
  'pharma',
  'jewellery',
  'cable',
  'asset',
  'laboratory',
  'electronics',
  'textiles',
  'chemicals',
  'events',
] as const;
export type Industry = (typeof INDUSTRIES)[number];

/** The path of industry templates: `/industry-files/<language>/<id>.tprts`. */
export const INDUSTRY_FILES_PATH = '/industry-files/';

const name = Type.String({ maxLength: 100 });
const sizeMm = Type.Number({ minimum: 0, maximum: 10_000 });

const industryTemplateSchema = Type.Object({
  id: Type.String(),
  /** Its industry. */
  parent_id: Type.Enum(INDUSTRIES),
  /** In the language of the request, like the texts of the label. */
  name: Type.String(),
  /** Of the label, in mm. */
  width: Type.Number(),
  height: Type.Number(),
  /** Path of the template file on this server. */
  file: Type.String(),
  /** Path of a PNG as printed at 203 dpi; empty if the installation has none. */
  image: Type.String(),
  type: Type.Literal('common'),
  /** The compatible brands of printers. */
  brands: Type.Array(Type.String()),
  /** How often it was printed. */
  use_num: Type.Integer(),
  /** The number of texts that are filled in when printing. */
  blanks: Type.Integer(),
});
export type IndustryTemplate = Message<typeof industryTemplateSchema>;

const industryListInput = Type.Object({
  /** Only those of this industry. */
  industry: Type.Optional(Type.Enum(INDUSTRIES)),
  /** Only those that fit printers of this brand, series and model; the last two only with a brand. */
  brand: Type.Optional(name),
  series: Type.Optional(name),
  model: Type.Optional(name),
  /** Only labels of this size in mm, also turned by a quarter; a single length doesn't limit the other. */
  width: Type.Optional(sizeMm),
  height: Type.Optional(sizeMm),
  /** Only names that contain it, ignoring case. */
  name: Type.Optional(name),
  /** From 1. */
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** Templates on a page; 24 when absent. */
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: 999 })),
  user_id: userId,
});
export type IndustryListInput = Message<typeof industryListInput>;
/** `count` is that of all pages. */
const industryListAnswer = Type.Object({ list: Type.Array(industryTemplateSchema), count: Type.Integer() });
export type IndustryList = Message<typeof industryListAnswer>;
/** The ready-made templates of the industries, one page: a user who opens one saves it as an own template. */
export const industryList: Call<IndustryListInput, IndustryList, 'session'> = post(
  'session',
  '/interface/api/tem.app_shared/getIndustryTemplateList',
  shape(industryListInput),
  shape(industryListAnswer),
);

const industryFiltersAnswer = Type.Object({
  /** The industries with the number of their templates. */
  industries: Type.Array(Type.Object({ id: Type.Enum(INDUSTRIES), num: Type.Integer() })),
  /** The sizes of all templates in mm, smallest first. */
  sizes: Type.Array(Type.Object({ width: Type.Number(), height: Type.Number(), num: Type.Integer() })),
});
export type IndustryFilters = Message<typeof industryFiltersAnswer>;
/** The filters of the list of ready-made templates. */
export const industryFilters: Call<NoInput, IndustryFilters, 'session'> = post(
  'session',
  '/interface/api/tem.app_shared/getIndustryClassList',
  noInput,
  shape(industryFiltersAnswer),
);

const machineModelSchema = Type.Object({
  name: Type.String(),
  /** Its available resolutions. */
  dpis: Type.Array(Type.Integer()),
  /** The largest print width, in mm. */
  print_width: Type.Number(),
  /** Its usual labels, in mm. */
  sizes: Type.Array(Type.Object({ width: Type.Number(), height: Type.Number() })),
});

const machineBrandSchema = Type.Object({
  name: Type.String(),
  series: Type.Array(Type.Object({ name: Type.String(), models: Type.Array(machineModelSchema) })),
});
export type MachineBrand = Message<typeof machineBrandSchema>;
const machineListAnswer = Type.Object({ list: Type.Array(machineBrandSchema), count: Type.Integer() });
export type MachineList = Message<typeof machineListAnswer>;
/** The known label printers: brands, their series and models. `count` is that of the models. */
export const machineList: Call<NoInput, MachineList, 'session'> = post(
  'session',
  '/interface/api/tem.app_shared/getMachineModelList',
  noInput,
  shape(machineListAnswer),
);

export interface IndustryCalls {
  readonly industryList: typeof industryList;
  readonly industryFilters: typeof industryFilters;
  readonly machineList: typeof machineList;
}

export const INDUSTRY_CALLS: IndustryCalls = {
  industryList,
  industryFilters,
  machineList,
};
