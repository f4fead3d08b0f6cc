import { err, ok } from '#model/kernel/result.ts';
import type { Handlers } from '../../http/call.ts';
import { addedIconsOf } from './added-icons.ts';
import { iconCatalogue } from './catalogue.ts';
import { apiError } from '../../core/api-error.ts';
import type { CoreServices } from '../../core/services.ts';

/** Handlers for the icon library. */
export const iconHandlers: Pick<Handlers<Pick<CoreServices, 'db'>>, 'iconTree' | 'iconList'> = {
  async iconTree({ language }) {
    const list = iconCatalogue().groups.map(({ id, name, son }) => ({
      id,
      name: name[language],
      son: son.map((category) => ({ id: category.id, name: category.name[language] })),
    }));
    return ok({ list });
  },
  async iconList({ db, language }, { id }) {
    const icons = iconCatalogue().icons(id);
    if (icons === null) return err(apiError('notFound', 'icons.unknownCategory'));
    const all = [...(await addedIconsOf(db, id)), ...icons];
    const list = all.map(({ url, names, keywords }) => ({ url, name: names[language], keywords }));
    return ok({ list, count: list.length });
  },
};
