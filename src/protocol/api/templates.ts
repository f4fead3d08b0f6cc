import { Type, type TString } from 'typebox';
import type { Message } from '../message.ts';
import { noInput, nothing, post, shape, userId, type Call, type NoInput, type Shape } from './call.ts';
import { nameString, textString } from '../shown-text.ts';

export const LIST_MAX_SIZE = 999;
export const REMARK_MAX_LENGTH = 1000;

export const id: TString = Type.String({ maxLength: 64 });
const optionalId = Type.Optional(id);
const name = nameString({ maxLength: 1000 });

const folderSchema = Type.Object({ id, name: Type.String() });
export type Folder = Message<typeof folderSchema>;
export const folder: Shape<Folder> = shape(folderSchema);

const listedFolderSchema = Type.Object({
  ...folderSchema.properties,
  /** How many templates it has. */ num: Type.Integer(),
});
export type ListedFolder = Message<typeof listedFolderSchema>;
const folderListAnswer = Type.Object({
  list: Type.Array(listedFolderSchema),
  count: Type.Integer(),
  /** How many templates are in the trash. */
  trash_num: Type.Integer(),
});
export type FolderList = Message<typeof folderListAnswer>;

/** The user's folders, in the order in which they were made; there is always at least one. */
export const folderList: Call<NoInput, FolderList, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/getUserClassList',
  noInput,
  shape(folderListAnswer),
);

const addFolderInput = Type.Object({ name, user_id: userId });
export type AddFolderInput = Message<typeof addFolderInput>;
/** Makes a folder for templates. */
export const addFolder: Call<AddFolderInput, Folder, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/addUserClass',
  shape(addFolderInput),
  folder,
);

const renameFolderInput = Type.Object({ id, name, user_id: userId });
export type RenameFolderInput = Message<typeof renameFolderInput>;
/** Gives one of the folders another name. */
export const renameFolder: Call<RenameFolderInput, Folder, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/editUserClass',
  shape(renameFolderInput),
  folder,
);

/** A saved template as the lists and the save calls give it. */
export const templateInfoSchema = Type.Object({
  id,
  /** Its folder. */
  parent_id: id,
  name: Type.String(),
  remark: Type.String(),
  /** Of one label, in mm. */
  width: Type.Number(),
  height: Type.Number(),
  /** Path of the template file on this server, ending in .tprt (XML) or .tprts (packed). */
  file: Type.String(),
  /** The same path, under the name that the save calls use for it. */
  file_web: Type.String(),
  /** Path of the preview PNG; empty for none. */
  image: Type.String(),
  type: Type.Literal('cloud'),
  /** How often it was printed. */
  use_num: Type.Integer(),
  /** ISO 8601, UTC. */
  add_time: Type.String(),
  update_time: Type.String(),
  /** How many texts of it are filled in when it is printed. */
  blanks: Type.Integer(),
  /** Counts its changes: what a later save names as the version it started from. */
  revision: Type.Integer(),
});
export type TemplateInfo = Message<typeof templateInfoSchema>;
export const templateInfo: Shape<TemplateInfo> = shape(templateInfoSchema);

/**
 * Names a save: one that is asked for once more, because its answer was lost, is made once and answered as the first time.
 * The server knows it for a week.
 */
const saveKey = Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{8,64}$' }));
/** How a save takes its place among the versions that the server keeps. */
const groupFields = {
  /** Names the editor that saves. Left out by programs that save once. */
  edit_session: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{8,64}$' })),
  /**
   * The editor saves by itself. What such a save has left is no version of its own when the same editor saves again within
   * half an hour of the first of them.
   */
  autosave: Type.Optional(Type.Boolean()),
};
/** What `platform` says for the web client. */
export const WEB_PLATFORM = 2;
const templateFields = {
  name,
  /** The folder; empty for the first one. */
  parent_id: id,
  width: Type.Number(),
  height: Type.Number(),
  /** A key or path that the upload gave, as is `image`. */
  url: Type.String({ maxLength: 300 }),
  /** Empty for no preview. */
  image: Type.String({ maxLength: 300 }),
  remark: Type.Optional(textString({ maxLength: REMARK_MAX_LENGTH })),
  /** How many texts of it are filled in when it is printed; 0 when absent. */
  blanks: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  /** 2 is the web client. */
  platform: Type.Optional(Type.Number()),
  user_id: userId,
  /** Where the name is taken, the first free one of "name (2)", "name (3)" … is used instead of refusing. */
  keep_both: Type.Optional(Type.Boolean()),
  save_key: saveKey,
  ...groupFields,
};
/** What is saved of a template. */
const addTemplateInput = Type.Object(templateFields);
export type TemplateFields = Message<typeof addTemplateInput>;

/** Saves a new template. Answers 405 when the folder has one of that name, with its id and revision. */
export const addTemplate: Call<TemplateFields, TemplateInfo, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/addUserTemplate',
  shape(addTemplateInput),
  templateInfo,
);

/** The version that is replaced or was edited; 409 when it is not the present one. Whoever names none changes any. */
const revision = Type.Optional(Type.Integer({ minimum: 1 }));
const coverTemplateInput = Type.Object({ ...templateFields, id, revision });
export type CoverTemplateInput = Message<typeof coverTemplateInput>;
/** Puts the given design in the place of an existing one, which keeps its id. */
export const coverTemplate: Call<CoverTemplateInput, TemplateInfo, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/coverUserTemplate',
  shape(coverTemplateInput),
  templateInfo,
);

/** With `url` a save, without it only what is given changes: a rename, a move to another folder. */
const editTemplateInput = Type.Object({
  id,
  name: Type.Optional(name),
  parent_id: optionalId,
  width: Type.Optional(templateFields.width),
  height: Type.Optional(templateFields.height),
  url: Type.Optional(templateFields.url),
  image: Type.Optional(templateFields.image),
  remark: templateFields.remark,
  /** Counts only with `url`. */
  blanks: templateFields.blanks,
  platform: templateFields.platform,
  user_id: userId,
  revision,
  save_key: saveKey,
  ...groupFields,
});
export type EditTemplateInput = Message<typeof editTemplateInput>;
/** Saves a template under its id, or changes only what is given: a rename, a move to another folder. */
export const editTemplate: Call<EditTemplateInput, TemplateInfo, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/editUserTemplate',
  shape(editTemplateInput),
  templateInfo,
);

/** What a list is sorted by: last changed first, last added first, by name, or the largest label first. */
export const TEMPLATE_ORDERS = ['changed', 'added', 'name', 'size'] as const;
export type TemplateOrder = (typeof TEMPLATE_ORDERS)[number];

const templateListInput = Type.Object({
  /** Only this folder's; empty or absent for all. */
  parent_id: optionalId,
  /** Only names that contain it, in any case. */
  name: Type.Optional(Type.String({ maxLength: 1000 })),
  /** From 1. */
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** Templates on a page; 20 when absent. */
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: LIST_MAX_SIZE })),
  /** `changed` when absent. */
  order: Type.Optional(Type.Enum(TEMPLATE_ORDERS)),
  user_id: userId,
});
export type TemplateListInput = Message<typeof templateListInput>;
/** `count` is that of all pages. */
const templateListAnswer = Type.Object({ list: Type.Array(templateInfoSchema), count: Type.Integer() });
export type TemplateList = Message<typeof templateListAnswer>;
/** The user's templates, a page of them in the order that is asked for. */
export const templateList: Call<TemplateListInput, TemplateList, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/getUserTemplateList',
  shape(templateListInput),
  shape(templateListAnswer),
);

/** Names one template. */
const templateIdInput = Type.Object({ id, user_id: userId });
export type TemplateIdInput = Message<typeof templateIdInput>;
const templateId = shape(templateIdInput);

/** Ways to a template that are privileges. */
export const TEMPLATE_WAYS = ['quickPrint', 'scanPrint', 'scanFetch'] as const;
export type TemplateWay = (typeof TEMPLATE_WAYS)[number];
const getTemplateInput = Type.Object({
  id,
  /** What it is asked for, where that is a privilege; refused (402) where the user has not got it. */
  way: Type.Optional(Type.Enum([...TEMPLATE_WAYS])),
  user_id: userId,
});
export type GetTemplateInput = Message<typeof getTemplateInput>;
/** One of the user's templates, with the path of its file. */
export const getTemplate: Call<GetTemplateInput, TemplateInfo, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/getUserTemplate',
  shape(getTemplateInput),
  templateInfo,
);

/** Puts a template into the trash, where it keeps its running numbers. */
export const deleteTemplate: Call<TemplateIdInput, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/delUserTemplate',
  templateId,
  nothing,
);

/** Copies a template. The copy lies beside the original, under the first free name "name (2)", "name (3)" … */
export const copyTemplate: Call<TemplateIdInput, TemplateInfo, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/copyUserTemplate',
  templateId,
  templateInfo,
);

/** How often a template was printed, this time included. */
const useCountAnswer = Type.Object({ use_num: Type.Integer() });
export type UseCount = Message<typeof useCountAnswer>;
const useCount = shape(useCountAnswer);

/** Names the template that was printed, and the run: it is counted once, however often that is told. */
const countUseInput = Type.Object({
  id,
  job_id: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })),
  user_id: userId,
});
export type CountUseInput = Message<typeof countUseInput>;
const countUse = shape(countUseInput);

/** Records a print of a common template, which may be anybody's. */
export const countCommonUse: Call<CountUseInput, UseCount, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/userUseTem',
  countUse,
  useCount,
);
/** Records a print of a cloud template. */
export const countCloudUse: Call<CountUseInput, UseCount, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/userPrivateUserTem',
  countUse,
  useCount,
);
/** Records that a common template, which may be anybody's, was taken to print. */
export const countDownload: Call<CountUseInput, UseCount, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/addDowTem',
  countUse,
  useCount,
);
