import { withAddedFonts, BUILT_IN_FONTS, type AddedFont, type FontCatalog } from '#model/elements/base/font-catalog.ts';
import type { FontInfo } from '#protocol/api.ts';
import type { ApiClient } from '../api/api-client.ts';

/** The fonts that the user may choose from. */
export interface FontShelf {
  /** Asks the server for its list; what was known before stays when it can't be asked. */
  refresh(): Promise<void>;
  /** Those of the product until the server has been heard. */
  catalog(): FontCatalog;
  /** Beside those of the product, for the render workers. */
  added(): readonly AddedFont[];
  /** The family is only for members. */
  isForMembers(family: string): boolean;
  /** Called when the list has changed; call what is returned to stop. */
  subscribe(listener: () => void): () => void;
}

export function createFontShelf(api: Pick<ApiClient, 'call'>): FontShelf {
  const listeners = new Set<() => void>();
  let list: readonly FontInfo[] = [];
  let added: readonly AddedFont[] = [];
  let catalog = BUILT_IN_FONTS;
  return {
    async refresh() {
      const answer = await api.call('fontList', {});
      if (!answer.ok) return;
      list = answer.value.list;
      const next = list.filter((font) => font.own).flatMap(addedOf);
      if (JSON.stringify(next) === JSON.stringify(added)) return;
      added = next;
      catalog = withAddedFonts(added);
      for (const listener of listeners) listener();
    },
    catalog: () => catalog,
    added: () => added,
    isForMembers: (family) => list.some((font) => font.name === family && font.is_me_sp === 1),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function addedOf({ name, faces }: FontInfo): AddedFont[] {
  return faces.map(({ url, weight, italic }) => ({ family: name, weight, italic, file: url }));
}
