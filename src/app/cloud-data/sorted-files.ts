import type { CloudFile, CloudOrder } from '#protocol/api.ts';

/** The files whose names contain the text, in any case, in the order asked for. */
export function sortedFiles(
  files: readonly CloudFile[],
  search: string,
  order: CloudOrder,
  language: string,
): readonly CloudFile[] {
  const wanted = search.trim().toLowerCase();
  const found = files.filter(({ name }) => name.toLowerCase().includes(wanted));
  const { compare } = new Intl.Collator(language, { numeric: true });
  switch (order) {
    case 'added':
      // As the server has sorted them.
      return found;
    case 'name':
      return found.toSorted((a, b) => compare(a.name, b.name));
    case 'size':
      return found.toSorted((a, b) => b.size - a.size);
  }
}
