import type { Industry } from '#protocol/api.ts';
import type { IndustryDesign } from './design.ts';
import { ASSET_LABELS } from './templates/asset.ts';
import { CABLE_LABELS } from './templates/cable.ts';
import { CHEMICALS } from './templates/chemicals.ts';
import { ELECTRONICS } from './templates/electronics.ts';
import { EVENTS } from './templates/events.ts';
import { FOOD } from './templates/food.ts';
import { JEWELLERY } from './templates/jewellery.ts';
import { LABORATORY } from './templates/laboratory.ts';
import { LOGISTICS } from './templates/logistics.ts';
import { PHARMA } from './templates/pharma.ts';
import { RETAIL } from './templates/retail.ts';
import { TEXTILES } from './templates/textiles.ts';

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
