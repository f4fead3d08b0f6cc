import { ok } from '#model/kernel/result.ts';
import { usesOfDesigns } from './design-uses.ts';
import { describeDesign, findDesigns, listFilters, type PreviewServices } from './library.ts';
import { findMachines, listMachines } from './machines.ts';
import type { Handlers } from '../../http/call.ts';
import type { CoreServices } from '../../core/services.ts';

/** Handlers for the ready-made templates of industries, and their printers. */
export const industryHandlers: Pick<
  Handlers<Pick<CoreServices, 'db'> & PreviewServices>,
  'industryList' | 'industryFilters' | 'machineList'
> = {
  async industryList({ db, language, previews }, input) {
    const { page, count } = findDesigns(input, language);
    const uses = await usesOfDesigns(
      db,
      page.map(({ design }) => design.id),
    );
    return ok({
      list: page.map((one) => describeDesign(one, previews, uses.get(one.design.id) ?? 0)),
      count,
    });
  },
  async industryFilters() {
    return ok(listFilters());
  },
  async machineList() {
    return ok({ list: listMachines(), count: findMachines({}).length });
  },
};
