import { Type } from 'typebox';
import type { Call, NoInput, Shape } from './call.ts';
import { noInput, nothing, post, shape } from './call.ts';

export const LIST_MAX_SIZE = 999;
export const REMARK_MAX_LENGTH = 1000;

const id = Type.String({ maxLength: 64 });
const optionalId = Type.Optional(id);
const name = Type.String({ maxLength: 1000 });

export interface Folder {
  readonly id: string;
  readonly name: string;
}
export const folder: Shape<Folder> = shape<Folder>()(Type.Object({ id, name }));

export interface FolderList {
  readonly list: readonly Folder[];
  readonly count: number;
}

/** In the order in which they were made; there is always at least one. */
export const folderList: Call<NoInput, FolderList, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/getUserClassList',
  noInput,
  shape<FolderList>()(Type.Object({ list: Type.Array(Type.Object({ id, name })), count: Type.Integer() })),
);

export interface AddFolderInput {
  readonly name: string;
  readonly user_id?: string;
}
export const addFolder: Call<AddFolderInput, Folder, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/addUserClass',
  shape<AddFolderInput>()(Type.Object({ name, user_id: optionalId })),
  folder,
);

export interface RenameFolderInput {
  readonly id: string;
  readonly name: string;
  readonly user_id?: string;
}
export const renameFolder: Call<RenameFolderInput, Folder, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/editUserClass',
  shape<RenameFolderInput>()(Type.Object({ id, name, user_id: optionalId })),
  folder,
);

/** A saved template as the lists and the save calls give it. */
export interface TemplateInfo {
  readonly id: string;
  /** Its folder. */
  readonly parent_id: string;
  readonly name: string;
  readonly remark: string;
  /** Of one label, in mm. */
  readonly width: number;
  readonly height: number;
  /** Path of the template file on this server, ending in .tprt (XML) or .tprts (packed). */
  readonly file: string;
  /** The same path, under the name that the save calls use for it. */
  readonly file_web: string;
  /** Path of the preview PNG; empty for none. */
  readonly image: string;
  readonly type: 'cloud';
  /** How often it was printed. */
  readonly use_num: number;
  /** ISO 8601, UTC. */
  readonly add_time: string;
  readonly update_time: string;
  /** Counts its changes: what a later save names as the version it started from. */
  readonly revision: number;
}

const templateInfoSchema = Type.Object({
  id,
  parent_id: id,
  name,
  remark: Type.String(),
  width: Type.Number(),
  height: Type.Number(),
  file: Type.String(),
  file_web: Type.String(),
  image: Type.String(),
  type: Type.Literal('cloud'),
  use_num: Type.Integer(),
  add_time: Type.String(),
  update_time: Type.String(),
  revision: Type.Integer(),
});
export const templateInfo: Shape<TemplateInfo> = shape<TemplateInfo>()(templateInfoSchema);

/** What is saved of a template. `url` and `image` are keys or paths that the uploads gave. */
export interface TemplateFields {
  readonly name: string;
  /** The folder; empty for the first one. */
  readonly parent_id: string;
  readonly width: number;
  readonly height: number;
  readonly url: string;
  /** Empty for no preview. */
  readonly image: string;
  readonly remark?: string;
  /** 2 is the web client. */
  readonly platform?: number;
  readonly user_id?: string;
  /** Where the name is taken, the first free one of "name (2)", "name (3)" … is used instead of refusing. */
  readonly keep_both?: boolean;
}

const templateFields = {
  name,
  parent_id: id,
  width: Type.Number(),
  height: Type.Number(),
  url: Type.String({ maxLength: 300 }),
  image: Type.String({ maxLength: 300 }),
  remark: Type.Optional(Type.String({ maxLength: REMARK_MAX_LENGTH })),
  platform: Type.Optional(Type.Number()),
  user_id: optionalId,
  keep_both: Type.Optional(Type.Boolean()),
};

/** Answers 405 when the folder has a template of that name, with its id and revision. */
export const addTemplate: Call<TemplateFields, TemplateInfo, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/addUserTemplate',
  shape<TemplateFields>()(Type.Object(templateFields)),
  templateInfo,
);

export interface CoverTemplateInput extends TemplateFields {
  readonly id: string;
  /** The version that is to be replaced; 409 when it is not the present one. Whoever names none replaces any. */
  readonly revision?: number;
}
const revision = Type.Optional(Type.Integer({ minimum: 1 }));
/** Puts the given design in the place of an existing one, which keeps its id. */
export const coverTemplate: Call<CoverTemplateInput, TemplateInfo, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/coverUserTemplate',
  shape<CoverTemplateInput>()(Type.Object({ ...templateFields, id, revision })),
  templateInfo,
);

/** With `url` a save, without it only what is given changes: a rename, a move to another folder. */
export interface EditTemplateInput extends Partial<Omit<TemplateFields, 'keep_both'>> {
  readonly id: string;
  /** The version that was edited; 409 when it is not the present one. Whoever names none changes any. */
  readonly revision?: number;
}
export const editTemplate: Call<EditTemplateInput, TemplateInfo, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/editUserTemplate',
  shape<EditTemplateInput>()(
    Type.Object({
      id,
      name: Type.Optional(name),
      parent_id: optionalId,
      width: Type.Optional(Type.Number()),
      height: Type.Optional(Type.Number()),
      url: Type.Optional(templateFields.url),
      image: Type.Optional(templateFields.image),
      remark: templateFields.remark,
      platform: templateFields.platform,
      user_id: optionalId,
      revision,
    }),
  ),
  templateInfo,
);

/** What a list is sorted by: last changed first, last added first, by name, or the largest label first. */
export const TEMPLATE_ORDERS = ['changed', 'added', 'name', 'size'] as const;
export type TemplateOrder = (typeof TEMPLATE_ORDERS)[number];

export interface TemplateListInput {
  /** Only this folder's; empty or absent for all. */
  readonly parent_id?: string;
  /** Only names that contain it, in any case. */
  readonly name?: string;
  /** From 1. */
  readonly page?: number;
  /** Templates on a page, at most 999; 20 when absent. */
  readonly size?: number;
  /** `changed` when absent. */
  readonly order?: TemplateOrder;
  readonly user_id?: string;
}
/** `count` is that of all pages. */
export interface TemplateList {
  readonly list: readonly TemplateInfo[];
  readonly count: number;
}
export const templateList: Call<TemplateListInput, TemplateList, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/getUserTemplateList',
  shape<TemplateListInput>()(
    Type.Object({
      parent_id: optionalId,
      name: Type.Optional(name),
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: LIST_MAX_SIZE })),
      order: Type.Optional(Type.Union(TEMPLATE_ORDERS.map((order) => Type.Literal(order)))),
      user_id: optionalId,
    }),
  ),
  shape<TemplateList>()(Type.Object({ list: Type.Array(templateInfoSchema), count: Type.Integer() })),
);

/** Names one template. */
export interface TemplateIdInput {
  readonly id: string;
  readonly user_id?: string;
}
const templateId = shape<TemplateIdInput>()(Type.Object({ id, user_id: optionalId }));

export const getTemplate: Call<TemplateIdInput, TemplateInfo, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/getUserTemplate',
  templateId,
  templateInfo,
);

export const deleteTemplate: Call<TemplateIdInput, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/delUserTemplate',
  templateId,
  nothing,
);

/** The copy lies beside the original, under the first free name "name (2)", "name (3)" … */
export const copyTemplate: Call<TemplateIdInput, TemplateInfo, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/copyUserTemplate',
  templateId,
  templateInfo,
);

/** How often a template was printed, this time included. */
export interface UseCount {
  readonly use_num: number;
}
const useCount = shape<UseCount>()(Type.Object({ use_num: Type.Integer() }));

/** Records a print of a common template. */
export const countCommonUse: Call<TemplateIdInput, UseCount, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/userUseTem',
  templateId,
  useCount,
);
/** Records a print of a cloud template. */
export const countCloudUse: Call<TemplateIdInput, UseCount, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/userPrivateUserTem',
  templateId,
  useCount,
);
/** Records that a common template was taken to print. */
export const countDownload: Call<TemplateIdInput, UseCount, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/addDowTem',
  templateId,
  useCount,
);
