import { Type } from 'typebox';
import type { Message } from '../message.ts';
import { noInput, nothing, post, shape, userId, type Call, type NoInput } from './call.ts';
import { nameString } from '../shown-text.ts';

/** The most icons that operators may add, and the most characters of a name and of a drawing's file. */
export const ADDED_ICON_LIMITS = { count: 1000, nameLength: 100, svgLength: 64 * 1024 } as const;

const id = Type.String({ minLength: 1, maxLength: 64 });
const name = nameString({ maxLength: ADDED_ICON_LIMITS.nameLength });
const fields = {
  /** A category of the icon library. */
  category: Type.String({ minLength: 1, maxLength: 40 }),
  /** By language; English is required, and the fallback for empty ones. */
  names: Type.Object({ zh: name, en: name, pt: name, es: name, ru: name }),
};

const shownName = Type.String();
const addedIcon = Type.Object({
  id,
  ...fields,
  names: Type.Object({ zh: shownName, en: shownName, pt: shownName, es: shownName, ru: shownName }),
  /** Path of the SVG file. */
  url: Type.String(),
});
export type AddedIconInfo = Message<typeof addedIcon>;
const addedIconsAnswer = Type.Object({ list: Type.Array(addedIcon), count: Type.Integer() });
export type AddedIcons = Message<typeof addedIconsAnswer>;
/** The icons that operators have added to the library, newest first. */
export const addedIconList: Call<NoInput, AddedIcons, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/getLogList',
  noInput,
  shape(addedIconsAnswer),
);

const addIconInput = Type.Object({
  ...fields,
  /** The text of the SVG file. */
  svg: Type.String({ minLength: 1, maxLength: ADDED_ICON_LIMITS.svgLength }),
  user_id: userId,
});
export type AddIconInput = Message<typeof addIconInput>;
/**
 * Adds a drawing to the icon library. Only drawings that the editor supports, without scripts or references, are
 * accepted.
 */
export const addIcon: Call<AddIconInput, AddedIconInfo, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/addLog',
  shape(addIconInput),
  shape(addedIcon),
);

const editIconInput = Type.Object({ id, ...fields, user_id: userId });
export type EditIconInput = Message<typeof editIconInput>;
/** Renames an added icon, or changes its category. */
export const editIcon: Call<EditIconInput, AddedIconInfo, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/editLog',
  shape(editIconInput),
  shape(addedIcon),
);

const delIconInput = Type.Object({ id, user_id: userId });
export type DelIconInput = Message<typeof delIconInput>;
/** Removes an added icon from the library. Labels with it keep it. */
export const delIcon: Call<DelIconInput, null, 'operator'> = post(
  'operator',
  '/interface/api/tem.app_operator/delLog',
  shape(delIconInput),
  nothing,
);

export interface AddedIconCalls {
  readonly addedIconList: typeof addedIconList;
  readonly addIcon: typeof addIcon;
  readonly editIcon: typeof editIcon;
  readonly delIcon: typeof delIcon;
}

export const ADDED_ICON_CALLS: AddedIconCalls = {
  addedIconList,
  addIcon,
  editIcon,
  delIcon,
};
