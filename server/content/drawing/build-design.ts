import type { Template } from '#model/template/template.ts';
import type { Language } from '#protocol/api.ts';
import type { IndustryDesign } from './design.ts';
import { createKit } from './label-kit.ts';
import { inLanguage } from './words.ts';

/** The template of a design in a language: the same each time, ids of its elements included. */
export function buildDesign(design: IndustryDesign, language: Language): Template {
  const { id, name, widthMm, heightMm } = design;
  const kit = createKit(inLanguage(name, language), widthMm, heightMm, language, seeded(id));
  design.draw(kit);
  return kit.build();
}

/** Numbers that follow from a text (xorshift from its FNV-1a hash). They make ids and nothing else. */
function seeded(text: string): () => number {
  let state = 0x811c9dc5;
  for (const character of text) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  if (state === 0) state = 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
