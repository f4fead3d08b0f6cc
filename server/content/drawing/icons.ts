import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Size } from '#model/kernel/geometry.ts';
import type { AssetKey } from '#model/kernel/ids.ts';
import { expectOk } from '#model/kernel/result.ts';
import { readSvg } from '#model/template/svg/read-svg.ts';
import type { Template } from '#model/template/template.ts';

const FOLDER = new URL('../../../content/icons/', import.meta.url);

/** One of our own icons, as an image of a template. */
export interface Icon {
  readonly key: AssetKey;
  readonly size: Size;
  readonly asset: Template['assets'] extends ReadonlyMap<AssetKey, infer Asset> ? Asset : never;
}

const icons = new Map<string, Icon>();

/** The icon of a category by its name, as `ghs/flammable`. Throws when there is none: names are written in our own code. */
export function findIcon(name: string): Icon {
  const known = icons.get(name);
  if (known !== undefined) return known;
  const bytes = new Uint8Array(readFileSync(new URL(`${name}.svg`, FOLDER)));
  const { width, height } = expectOk(readSvg(bytes));
  const key = createHash('sha256').update(bytes).digest('hex') as AssetKey;
  const icon: Icon = { key, size: { width, height }, asset: { mime: 'image/svg+xml', bytes } };
  icons.set(name, icon);
  return icon;
}
