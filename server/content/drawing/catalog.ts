import type { Industry, Language } from '#protocol/api.ts';
import { type IndustryDesign, createKit } from './label-kit.ts';
import { ASSET_LABELS } from './designs/asset.ts';
import { CABLE_LABELS } from './designs/cable.ts';
import { CHEMICALS } from './designs/chemicals.ts';
import { ELECTRONICS } from './designs/electronics.ts';
import { EVENTS } from './designs/events.ts';
import { FOOD } from './designs/food.ts';
import { JEWELLERY } from './designs/jewellery.ts';
import { LABORATORY } from './designs/laboratory.ts';
import { LOGISTICS } from './designs/logistics.ts';
import { PHARMA } from './designs/pharma.ts';
import { RETAIL } from './designs/retail.ts';
import { TEXTILES } from './designs/textiles.ts';
import type { Template } from '#model/template/template.ts';
import { inLanguage } from './words.ts';

/** The ready designs of each industry. */
export const DESIGNS: { readonly [Name in Industry]: readonly IndustryDesign[] } = {
  retail: RETAIL,
  food: FOOD,
  logistics: LOGISTICS,
  pharma: PHARMA,
  jewellery: JEWELLERY,
  cable: CABLE_LABELS,
  asset: ASSET_LABELS,
  laboratory: LABORATORY,
  electronics: ELECTRONICS,
  textiles: TEXTILES,
  chemicals: CHEMICALS,
  events: EVENTS,
};

/** The template of a design in a language: deterministic, including the ids of its elements. */
export function buildDesign(design: IndustryDesign, language: Language): Template {
  const { id, name, widthMm, heightMm } = design;
  const kit = createKit(inLanguage(name, language), widthMm, heightMm, language, seeded(id));
  design.draw(kit);
  return kit.build();
}

/** Pseudorandom numbers seeded with a text (xorshift from its FNV-1a hash). Used only for ids. */
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
