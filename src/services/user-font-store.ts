import { withAddedFonts, BUILT_IN_FONTS, type AddedFont, type FontCatalog } from '#model/elements/base/font-catalog.ts';
import { ok } from '#model/kernel/result.ts';
import type { FontInfo } from '#protocol/api.ts';
import type { FontDescription } from '#protocol/render.ts';
import type { ApiClient, ApiResult, CallOptions } from './api/api-client.ts';

/** A font file that the user has added. */
export interface OwnFont extends FontDescription {
  readonly id: string;
  readonly bytes: number;
}

/** The available fonts of the user. */
export interface UserFontStore {
  /** Asks the server for its list. When the server is unreachable, the earlier list stays. */
  refresh(): Promise<void>;
  /** True after the server was asked, with or without success: from then on, fonts not in the catalog are missing. */
  isSettled(): boolean;
  /** All available fonts; only the product's own until the server has answered. */
  catalog(): FontCatalog;
  /** The fonts that are not part of the product, for the render workers. */
  added(): readonly AddedFont[];
  /** The user's own fonts, ordered by name. */
  own(): readonly OwnFont[];
  /** Families for members only that this user may not use. */
  forMembers(): readonly string[];
  /** Uploads a font of the user; it replaces one of the same name, weight and slant. */
  add(bytes: Uint8Array, fileName: string, font: FontDescription, options?: CallOptions): Promise<ApiResult<null>>;
  remove(id: string, options?: CallOptions): Promise<ApiResult<null>>;
  /** Calls the listener after each change; the returned function unsubscribes. */
  subscribe(listener: () => void): () => void;
}

export function createUserFontStore(api: Pick<ApiClient, 'call' | 'uploadTemplate'>): UserFontStore {
  const listeners = new Set<() => void>();
  let list: readonly FontInfo[] = [];
  let added: readonly AddedFont[] = [];
  let own: readonly OwnFont[] = [];
  let forMembers: readonly string[] = [];
  let catalog = BUILT_IN_FONTS;
  let settled = false;

  async function refresh(): Promise<void> {
    const answer = await api.call('fontList', {});
    const before = JSON.stringify([settled, list]);
    settled = true;
    if (answer.ok) list = answer.value.list;
    if (JSON.stringify([settled, list]) === before) return;
    const next = list.filter((font) => !font.shipped).flatMap(addedOf);
    // New fonts make workers lay out everything again, so only real changes are sent to them.
    if (JSON.stringify(next) !== JSON.stringify(added)) {
      added = next;
      catalog = withAddedFonts(added);
    }
    forMembers = list.filter((font) => !font.granted).map((font) => font.name);
    own = list.filter((font) => font.own).flatMap(ownOf);
    for (const listener of listeners) listener();
  }

  return {
    refresh,
    isSettled: () => settled,
    catalog: () => catalog,
    added: () => added,
    own: () => own,
    forMembers: () => forMembers,
    async add(bytes, fileName, { family, weight, italic }, options) {
      const token = await api.call('uploadToken', {}, options);
      if (!token.ok) return token;
      const file = await api.uploadTemplate(bytes, fileName, token.value.data, options);
      if (!file.ok) return file;
      const font = { name: family, weight, italic, url: token.value.url + file.value.key };
      const done = await api.call('addUserFont', font, options);
      if (!done.ok) return done;
      await refresh();
      return ok(null);
    },
    async remove(id, options) {
      const done = await api.call('delUserFont', { id }, options);
      await refresh();
      return done;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function addedOf({ name, faces }: FontInfo): AddedFont[] {
  return faces.map(({ url, weight, italic }) => ({ family: name, weight, italic, file: url }));
}

function ownOf({ name, faces }: FontInfo): OwnFont[] {
  return faces.map(({ id, weight, italic, bytes }) => ({ id, family: name, weight, italic, bytes }));
}
