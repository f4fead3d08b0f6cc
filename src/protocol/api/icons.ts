import { Type } from 'typebox';
import type { Message } from '../message.ts';
import { noInput, post, shape, type Call, type NoInput } from './call.ts';

/** The prefix of the path of an icon's file; followed by the category or set and the name. */
export const ICONS_PATH = '/icons/';

const iconCategory = Type.Object({ id: Type.String(), name: Type.String() });

const iconTreeAnswer = Type.Object({
  list: Type.Array(
    Type.Object({
      id: Type.String(),
      /** In the language of the request. */
      name: Type.String(),
      /** The categories in it. */
      son: Type.Array(iconCategory),
    }),
  ),
});
export type IconTree = Message<typeof iconTreeAnswer>;

/** The categories of the icon library: groups, and the categories in each. */
export const iconTree: Call<NoInput, IconTree, 'public'> = post(
  'public',
  '/interface/api/tem.app_shared/getLogClass',
  noInput,
  shape(iconTreeAnswer),
);

const iconListInput = Type.Object({ id: Type.String({ maxLength: 40 }) });
export type IconListInput = Message<typeof iconListInput>;

const icon = Type.Object({
  /** Path of the SVG file, which never changes its content. */
  url: Type.String(),
  name: Type.String(),
  /** Search words in addition to its name. */
  keywords: Type.String(),
});
export type IconInfo = Message<typeof icon>;
const iconListAnswer = Type.Object({ list: Type.Array(icon), count: Type.Integer() });
export type IconList = Message<typeof iconListAnswer>;

/** The icons of a category, or of all categories of a group. */
export const iconList: Call<IconListInput, IconList, 'public'> = post(
  'public',
  '/interface/api/tem.app_shared/getLogList',
  shape(iconListInput),
  shape(iconListAnswer),
);

export interface IconCalls {
  readonly iconTree: typeof iconTree;
  readonly iconList: typeof iconList;
}

export const ICON_CALLS: IconCalls = {
  iconTree,
  iconList,
};
