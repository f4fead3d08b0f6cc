import { Type } from 'typebox';
import type { Message } from '../message.ts';
import { noInput, post, shape, userId, type Call, type NoInput } from './call.ts';

/** The industries that ready templates are made for, in the order in which they are offered. */
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

/** Where the files of industry templates are: `/industry-files/<language>/<id>.tprts`. */
export const INDUSTRY_FILES_PATH = '/industry-files/';

const name = Type.String({ maxLength: 100 });
const sizeMm = Type.Number({ minimum: 0, maximum: 10_000 });

const industryTemplateSchema = Type.Object({
  id: Type.String(),
  /** Its industry. */
  parent_id: Type.Enum(INDUSTRIES),
  /** In the language of the request, as are the texts of the label. */
  name: Type.String(),
  /** Of the label, in mm. */
  width: Type.Number(),
  height: Type.Number(),
  /** Path of the template file on this server. */
  file: Type.String(),
  /** Path of a PNG as a printer of 203 dpi prints it; empty where the installation has none. */
  image: Type.String(),
  type: Type.Literal('common'),
  /** The brands of printers that it fits. */
  brands: Type.Array(Type.String()),
  /** How often it was printed. */
  use_num: Type.Integer(),
  /** How many texts of it are filled in when it is printed. */
  blanks: Type.Integer(),
});
export type IndustryTemplate = Message<typeof industryTemplateSchema>;

const industryListInput = Type.Object({
  /** Only those of this industry. */
  industry: Type.Optional(Type.Enum(INDUSTRIES)),
  /** Only those that fit into machines of this brand, of this series of it, of this model; the last two only with a brand. */
  brand: Type.Optional(name),
  series: Type.Optional(name),
  model: Type.Optional(name),
  /** Only labels of this size in mm, or turned by a quarter; each alone means any length of the other. */
  width: Type.Optional(sizeMm),
  height: Type.Optional(sizeMm),
  /** Only names that contain it, in any case. */
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
/** The ready templates of the industries, a page of them: whoever opens one saves it as an own template. */
export const industryList: Call<IndustryListInput, IndustryList, 'session'> = post(
  'session',
  '/interface/api/tem.app_shared/getIndustryTemplateList',
  shape(industryListInput),
  shape(industryListAnswer),
);

const industryFiltersAnswer = Type.Object({
  /** The industries with the number of their templates. */
  industries: Type.Array(Type.Object({ id: Type.Enum(INDUSTRIES), num: Type.Integer() })),
  /** The sizes of all templates in mm, the smallest first. */
  sizes: Type.Array(Type.Object({ width: Type.Number(), height: Type.Number(), num: Type.Integer() })),
});
export type IndustryFilters = Message<typeof industryFiltersAnswer>;
/** What the list of ready templates can be narrowed by. */
export const industryFilters: Call<NoInput, IndustryFilters, 'session'> = post(
  'session',
  '/interface/api/tem.app_shared/getIndustryClassList',
  noInput,
  shape(industryFiltersAnswer),
);

const machineModelSchema = Type.Object({
  name: Type.String(),
  /** The resolutions that it is sold with. */
  dpis: Type.Array(Type.Integer()),
  /** The widest that it prints, in mm. */
  print_width: Type.Number(),
  /** The usual labels for it, in mm. */
  sizes: Type.Array(Type.Object({ width: Type.Number(), height: Type.Number() })),
});

const machineBrandSchema = Type.Object({
  name: Type.String(),
  series: Type.Array(Type.Object({ name: Type.String(), models: Type.Array(machineModelSchema) })),
});
export type MachineBrand = Message<typeof machineBrandSchema>;
const machineListAnswer = Type.Object({ list: Type.Array(machineBrandSchema), count: Type.Integer() });
export type MachineList = Message<typeof machineListAnswer>;
/** The label printers that are known: brands, their series and models. `count` is that of the models. */
export const machineList: Call<NoInput, MachineList, 'session'> = post(
  'session',
  '/interface/api/tem.app_shared/getMachineModelList',
  noInput,
  shape(machineListAnswer),
);
