import type { Industry } from '#protocol/api.ts';
import type { IndustryDesign } from './design.ts';
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
