import { Type } from 'typebox';
import type { Message } from '../message.ts';
import { noInput, nothing, post, shape, userId, type Call, type NoInput, type Shape } from './call.ts';
import { id, LIST_MAX_SIZE } from './templates.ts';
import { nameString } from '../shown-text.ts';

/** The types of cloud folders. */
export const CLOUD_TYPES = { images: 1, spreadsheets: 2 } as const;
export type CloudType = (typeof CLOUD_TYPES)[keyof typeof CLOUD_TYPES];
/** The accepted file extensions. */
export const CLOUD_ENDINGS = { 1: ['jpg', 'jpeg', 'png'], 2: ['xlsx', 'xls', 'csv'] } as const satisfies Readonly<
  Record<CloudType, readonly string[]>
>;
/** The most files of a folder: as many as one list shows. */
export const CLOUD_FOLDER_MAX_FILES: number = LIST_MAX_SIZE;

const name = nameString({ maxLength: 1000 });
const type = Type.Union([Type.Literal(1), Type.Literal(2)]);

const cloudFileSchema = Type.Object({
  id,
  /** Its folder. */
  tid: id,
  /** With its extension. */
  name: Type.String(),
  url: Type.String(),
  /** Path of an image's thumbnail; empty for a spreadsheet. */
  thumbnail: Type.String(),
  /** Bytes. */
  size: Type.Integer(),
  /** Of an image, in stored pixels; 0 for a spreadsheet. */
  width: Type.Integer(),
  height: Type.Integer(),
  /** SHA-256 of the bytes, in hexadecimal digits. */
  hash: Type.String(),
  /** ISO 8601, UTC. */
  add_time: Type.String(),
  /** When its content was last replaced. */
  update_time: Type.String(),
});
export type CloudFile = Message<typeof cloudFileSchema>;
/** The answer to a cloud upload. */
export const cloudFile: Shape<CloudFile> = shape(cloudFileSchema);

const cloudFolderSchema = Type.Object({
  id,
  /** The type: 1 images, 2 spreadsheets. */
  Tid: type,
  name: Type.String(),
  /** Last added first. */
  data: Type.Array(cloudFileSchema),
});
export type CloudFolder = Message<typeof cloudFolderSchema>;
const cloudFolder = shape(cloudFolderSchema);

const cloudDataListInput = Type.Object({ type, user_id: userId });
export type CloudDataListInput = Message<typeof cloudDataListInput>;
const cloudDataListAnswer = Type.Object({ list: Type.Array(cloudFolderSchema), count: Type.Integer() });
export type CloudDataList = Message<typeof cloudDataListAnswer>;
/** All folders of a type with their files, in order of creation; there is always at least one. */
export const cloudDataList: Call<CloudDataListInput, CloudDataList, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/getCloudDataList',
  shape(cloudDataListInput),
  shape(cloudDataListAnswer),
);

/** The sort orders of a folder's files: last added first, by name, or the largest first. */
export const CLOUD_ORDERS = ['added', 'name', 'size'] as const;
export type CloudOrder = (typeof CLOUD_ORDERS)[number];
const cloudFileListInput = Type.Object({
  /** The folder. */
  id,
  type,
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** 999 when absent: the most that a folder can have. */
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: LIST_MAX_SIZE })),
  /** `added` when absent. */
  order: Type.Optional(Type.Enum(CLOUD_ORDERS)),
  user_id: userId,
});
export type CloudFileListInput = Message<typeof cloudFileListInput>;
const cloudFileListAnswer = Type.Object({ list: Type.Array(cloudFileSchema), count: Type.Integer() });
export type CloudFileList = Message<typeof cloudFileListAnswer>;
/** One page of a folder's files; `count` is that of all pages. */
export const cloudFileList: Call<CloudFileListInput, CloudFileList, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/getCloudFileList',
  shape(cloudFileListInput),
  shape(cloudFileListAnswer),
);

const addCloudFolderInput = Type.Object({ name, type, user_id: userId });
export type AddCloudFolderInput = Message<typeof addCloudFolderInput>;
/** Makes a folder for files of this type. */
export const addCloudFolder: Call<AddCloudFolderInput, CloudFolder, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/addCloudClass',
  shape(addCloudFolderInput),
  cloudFolder,
);

const renameCloudFolderInput = Type.Object({ id, name, user_id: userId });
export type RenameCloudFolderInput = Message<typeof renameCloudFolderInput>;
/** Renames a folder. */
export const renameCloudFolder: Call<RenameCloudFolderInput, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/editCloudClass',
  shape(renameCloudFolderInput),
  nothing,
);

const deleteCloudFolderInput = Type.Object({ id, user_id: userId });
export type DeleteCloudFolderInput = Message<typeof deleteCloudFolderInput>;
/** Deletes a folder with its files; the last one of its type can't be deleted. */
export const deleteCloudFolder: Call<DeleteCloudFolderInput, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/delCloudClass',
  shape(deleteCloudFolderInput),
  nothing,
);

const editCloudFileInput = Type.Object({
  id,
  name,
  /** The new folder. */
  tid: id,
  user_id: userId,
});
export type EditCloudFileInput = Message<typeof editCloudFileInput>;
/** Renames a file; its extension doesn't change. */
export const editCloudFile: Call<EditCloudFileInput, CloudFile, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/editCloudFile',
  shape(editCloudFileInput),
  cloudFile,
);

const ids = Type.Array(id, { minItems: 1, maxItems: LIST_MAX_SIZE });
const moveCloudFilesInput = Type.Object({ ids, tid: id, user_id: userId });
export type MoveCloudFilesInput = Message<typeof moveCloudFilesInput>;
/** Moves files to another folder of their type. If a name is taken there, the moved file gets a number. */
export const moveCloudFiles: Call<MoveCloudFilesInput, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/moveCloudFile',
  shape(moveCloudFilesInput),
  nothing,
);

const deleteCloudFilesInput = Type.Object({ ids, user_id: userId });
export type DeleteCloudFilesInput = Message<typeof deleteCloudFilesInput>;
/** Deletes files. Missing ones are ignored. */
export const deleteCloudFiles: Call<DeleteCloudFilesInput, null, 'session'> = post(
  'session',
  '/interface/api/tem.app_public/delCloudFile',
  shape(deleteCloudFilesInput),
  nothing,
);

const spacePackage = Type.Object({
  id,
  bytes: Type.Integer(),
  /** ISO 8601, UTC. */
  starts: Type.String(),
  ends: Type.String(),
  /** False for an expired one. */
  holds: Type.Boolean(),
});
export type SpacePackage = Message<typeof spacePackage>;
const cloudSpaceAnswer = Type.Object({
  /** All bytes of the account's files: templates with their previews, fonts, cloud data. */
  used: Type.Integer(),
  /** The current limit: that of its plan and of the active packages. */
  limit: Type.Integer(),
  plan: Type.Integer(),
  /** Last to expire first. */
  packages: Type.Array(spacePackage),
});
export type CloudSpace = Message<typeof cloudSpaceAnswer>;
/** The cloud space used by the account's files, and the packages that extend it. */
export const cloudSpace: Call<NoInput, CloudSpace, 'session'> = post(
  'session',
  '/interface/api/tem.app_member/getCloudSpace',
  noInput,
  shape(cloudSpaceAnswer),
);

export interface CloudCalls {
  readonly cloudDataList: typeof cloudDataList;
  readonly cloudFileList: typeof cloudFileList;
  readonly addCloudFolder: typeof addCloudFolder;
  readonly renameCloudFolder: typeof renameCloudFolder;
  readonly deleteCloudFolder: typeof deleteCloudFolder;
  readonly editCloudFile: typeof editCloudFile;
  readonly moveCloudFiles: typeof moveCloudFiles;
  readonly deleteCloudFiles: typeof deleteCloudFiles;
  readonly cloudSpace: typeof cloudSpace;
}

export const CLOUD_CALLS: CloudCalls = {
  cloudDataList,
  cloudFileList,
  addCloudFolder,
  renameCloudFolder,
  deleteCloudFolder,
  editCloudFile,
  moveCloudFiles,
  deleteCloudFiles,
  cloudSpace,
};
