import { ok } from '#model/kernel/result.ts';
import { usesOfDesigns } from '../content/industry/design-uses.ts';
import { describeDesign, findDesigns, listFilters } from '../content/industry/library.ts';
import { findMachines, listMachines } from '../content/printers/machines.ts';
import type { Handlers } from '../http/call-route.ts';

/** Ready templates of industries, and the printers that they are for. */
export const industryHandlers: Pick<Handlers, 'industryList' | 'industryFilters' | 'machineList'> = {
  async industryList({ db, language, previews }, input) {
    const { page, count } = findDesigns(input, language);
    const uses = await usesOfDesigns(
      db,
      page.map(({ design }) => design.id),
    );
    return ok({
      list: page.map((one) => describeDesign(one, language, previews, uses.get(one.design.id) ?? 0)),
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
