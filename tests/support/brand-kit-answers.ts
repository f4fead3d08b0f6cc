import { API_CODES, type BrandKit, type SaveBrandKitInput } from '#protocol/api.ts';
import type { Answers } from './mounted-app.tsx';

/** The answers of a server with a brand kit, for components that show or change it. */
export interface BrandKitAnswers {
  readonly answers: Answers;
  readonly kit: () => BrandKit;
  /** How often the kit was fetched. */
  readonly asked: () => number;
  /** A change by another page. */
  readonly changeElsewhere: (change: Partial<BrandKit>) => void;
}

export function createBrandKitAnswers(first: Partial<BrandKit> = {}): BrandKitAnswers {
  let kit: BrandKit = { revision: 0, fonts: [], logos: [], colors: [], styles: [], ...first };
  let asked = 0;
  function save({ revision, fonts, logos, colors, styles }: SaveBrandKitInput): BrandKit | Response {
    if (revision !== kit.revision) {
      const message = 'Your brand kit was changed elsewhere.';
      return Response.json({ code: API_CODES.changedMeanwhile, message, data: null });
    }
    const next = revision + 1;
    kit = {
      revision: next,
      fonts,
      logos: kit.logos.filter(({ id }) => logos.includes(id)),
      colors,
      styles: styles.map((style) => {
        const before = kit.styles.find(({ id }) => id === style.id);
        const isSame = JSON.stringify(before?.look) === JSON.stringify(style.look);
        return { ...style, version: before !== undefined && isSame ? before.version : next };
      }),
    };
    return kit;
  }
  return {
    answers: {
      brandKit() {
        asked++;
        return kit;
      },
      saveBrandKit: (input) => save(input as SaveBrandKitInput),
      fontList: () => ({ list: [] }),
    },
    kit: () => kit,
    asked: () => asked,
    changeElsewhere(change) {
      kit = { ...kit, ...change, revision: kit.revision + 1 };
    },
  };
}
