import { err, ok } from '#model/kernel/result.ts';
import type { Handlers } from '../http/call-route.ts';
import { iconCatalogue } from '../icons/catalogue.ts';
import { refusal } from '../outcomes/outcome.ts';

/** The icon library. */
export const iconHandlers: Pick<Handlers, 'iconTree' | 'iconList'> = {
  async iconTree({ language }) {
    const list = iconCatalogue().groups.map(({ id, name, son }) => ({
      id,
      name: name[language],
      son: son.map((category) => ({ id: category.id, name: category.name[language] })),
    }));
    return ok({ list });
  },
  async iconList({ language }, { id }) {
    const icons = iconCatalogue().icons(id);
    if (icons === null) return err(refusal('notFound', 'icons.unknownCategory'));
    const list = icons.map(({ url, names, keywords }) => ({ url, name: names[language], keywords }));
    return ok({ list, count: list.length });
  },
};
