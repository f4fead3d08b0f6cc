import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The icon sets of the product, as npm packages in the format of Iconify. */
export const ICON_SETS = ['mdi', 'tabler'] as const;

interface IconSet {
  readonly width: number;
  readonly height: number;
  readonly icons: Readonly<
    Record<string, { readonly body: string; readonly width?: number; readonly height?: number }>
  >;
}

/** A function from an icon's id, `set:name`, to its SVG file; throws for an unknown one. */
export function readIconSets(): (id: string) => string {
  const find = createRequire(import.meta.url).resolve;
  const sets = new Map(
    ICON_SETS.map((name) => {
      const file = find(`@iconify-json/${name}/icons.json`);
      return [name as string, JSON.parse(readFileSync(file, 'utf8')) as IconSet];
    }),
  );
  return (id) => {
    const [setName = '', name = ''] = id.split(':');
    const set = sets.get(setName);
    const icon = set?.icons[name];
    if (set === undefined || icon === undefined) throw new Error(`no icon ${id}`);
    const [width, height] = [icon.width ?? set.width, icon.height ?? set.height];
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${icon.body}</svg>\n`;
  };
}
