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

/** The user's folders, in order of creation; there is always at least one. */
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
/** Renames a folder. */
export const renameFolder: Call<RenameFolderInput, Folder, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/editUserClass',
  shape(renameFolderInput),
  folder,
);

/** A saved template, as lists and save calls return it. */
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
  /** The number of texts that are filled in when printing. */
  blanks: Type.Integer(),
  /** Counts its changes: a later save names it as the version it started from. */
  revision: Type.Integer(),
});
export type TemplateInfo = Message<typeof templateInfoSchema>;
export const templateInfo: Shape<TemplateInfo> = shape(templateInfoSchema);

/**
 * Identifies a save: a repeated one, because its answer was lost, is done once and gets the first answer. The server
 * remembers it for a week.
 */
const saveKey = Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{8,64}$' }));
/** The grouping of a save into the versions that the server keeps. */
const groupFields = {
  /** Identifies the editor that saves. Left out by programs that save once. */
  edit_session: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{8,64}$' })),
  /**
   * An automatic save. It is no version of its own when the same editor saves again within half an hour of the first
   * one.
   */
  autosave: Type.Optional(Type.Boolean()),
};
/** The `platform` of the web client. */
export const WEB_PLATFORM = 2;
const templateFields = {
  name,
  /** The folder; empty for the first one. */
  parent_id: id,
  width: Type.Number(),
  height: Type.Number(),
  /** A key or path from the upload, like `image`. */
  url: Type.String({ maxLength: 300 }),
  /** Empty for no preview. */
  image: Type.String({ maxLength: 300 }),
  remark: Type.Optional(textString({ maxLength: REMARK_MAX_LENGTH })),
  /** The number of texts that are filled in when printing; 0 when absent. */
  blanks: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  /** 2 is the web client. */
  platform: Type.Optional(Type.Number()),
  user_id: userId,
  /** If the name is taken, the first unused one of "name (2)", "name (3)" … is used instead of rejecting the save. */
  keep_both: Type.Optional(Type.Boolean()),
  save_key: saveKey,
  ...groupFields,
};
/** The saved fields of a template. */
const addTemplateInput = Type.Object(templateFields);
export type TemplateFields = Message<typeof addTemplateInput>;

/** Saves a new template. Answers 405 when the folder has one of that name, with its id and revision. */
export const addTemplate: Call<TemplateFields, TemplateInfo, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/addUserTemplate',
  shape(addTemplateInput),
  templateInfo,
);

/** The version that is replaced or was edited; 409 when it is not the current one. Any is changed when left out. */
const revision = Type.Optional(Type.Integer({ minimum: 1 }));
const coverTemplateInput = Type.Object({ ...templateFields, id, revision });
export type CoverTemplateInput = Message<typeof coverTemplateInput>;
/** Replaces the design of an existing template, which keeps its id. */
export const coverTemplate: Call<CoverTemplateInput, TemplateInfo, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/coverUserTemplate',
  shape(coverTemplateInput),
  templateInfo,
);

/** With `url` a save; without it, only the given fields change: a rename, a move to another folder. */
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
/** Saves a template under its id, or changes only the given fields: a rename, a move to another folder. */
export const editTemplate: Call<EditTemplateInput, TemplateInfo, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/editUserTemplate',
  shape(editTemplateInput),
  templateInfo,
);

/** The sort orders of a list: last changed first, last added first, by name, or the largest label first. */
export const TEMPLATE_ORDERS = ['changed', 'added', 'name', 'size'] as const;
export type TemplateOrder = (typeof TEMPLATE_ORDERS)[number];

const templateListInput = Type.Object({
  /** Only this folder's; empty or absent for all. */
  parent_id: optionalId,
  /** Only names that contain it, ignoring case. */
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
/** The user's templates, one page in the requested order. */
export const templateList: Call<TemplateListInput, TemplateList, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/getUserTemplateList',
  shape(templateListInput),
  shape(templateListAnswer),
);

/** Identifies one template. */
const templateIdInput = Type.Object({ id, user_id: userId });
export type TemplateIdInput = Message<typeof templateIdInput>;
const templateId = shape(templateIdInput);

/** The uses of a template that are privileges. */
export const TEMPLATE_WAYS = ['quickPrint', 'scanPrint', 'scanFetch'] as const;
export type TemplateWay = (typeof TEMPLATE_WAYS)[number];
const getTemplateInput = Type.Object({
  id,
  /** The use, if it is a privilege; rejected (402) if the user doesn't have it. */
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

/** Moves a template to the trash, where it keeps its running numbers. */
export const deleteTemplate: Call<TemplateIdInput, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/delUserTemplate',
  templateId,
  nothing,
);

/** Copies a template. The copy is in the same folder, under the first unused name "name (2)", "name (3)" … */
export const copyTemplate: Call<TemplateIdInput, TemplateInfo, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/copyUserTemplate',
  templateId,
  templateInfo,
);

/** How often a template was printed, including this time. */
const useCountAnswer = Type.Object({ use_num: Type.Integer() });
export type UseCount = Message<typeof useCountAnswer>;
const useCount = shape(useCountAnswer);

/** Identifies the printed template and the run, which is counted once, however often it is reported. */
const countUseInput = Type.Object({
  id,
  job_id: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })),
  user_id: userId,
});
export type CountUseInput = Message<typeof countUseInput>;
const countUse = shape(countUseInput);

/** Records a print of a common template of any user. */
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
/** Records that a common template of any user was taken to print. */
export const countDownload: Call<CountUseInput, UseCount, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/addDowTem',
  countUse,
  useCount,
);

export interface TemplateCalls {
  readonly folderList: typeof folderList;
  readonly addFolder: typeof addFolder;
  readonly renameFolder: typeof renameFolder;
  readonly templateList: typeof templateList;
  readonly getTemplate: typeof getTemplate;
  readonly addTemplate: typeof addTemplate;
  readonly editTemplate: typeof editTemplate;
  readonly coverTemplate: typeof coverTemplate;
  readonly deleteTemplate: typeof deleteTemplate;
  readonly copyTemplate: typeof copyTemplate;
  readonly countCommonUse: typeof countCommonUse;
  readonly countCloudUse: typeof countCloudUse;
  readonly countDownload: typeof countDownload;
}

export const TEMPLATE_CALLS: TemplateCalls = {
  folderList,
  addFolder,
  renameFolder,
  templateList,
  getTemplate,
  addTemplate,
  editTemplate,
  coverTemplate,
  deleteTemplate,
  copyTemplate,
  countCommonUse,
  countCloudUse,
  countDownload,
};
