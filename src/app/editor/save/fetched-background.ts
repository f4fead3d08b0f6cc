import type { AssetKey } from '#model/kernel/ids.ts';
import type { Result } from '#model/kernel/result.ts';
import { sha256Hex } from '#model/kernel/sha256.ts';
import { sniffImage } from '#model/template/embedded-image.ts';
import type { Template, UnknownLabelParts } from '#model/template/template.ts';

/**
 * A template whose background is but named by a path of this server, with that image in it. Where there is none, or it
 * is elsewhere, the template stays as it is: its path is kept, and the user is told.
 */
export async function withFetchedBackground(
  template: Template,
  fetchFile: (path: string) => Promise<Result<Uint8Array>>,
): Promise<Template> {
  const { label } = template;
  const path = label.unknown?.background;
  if (path === undefined || label.background !== null || !/^\/(?!\/)/.test(path)) return template;
  const fetched = await fetchFile(path);
  if (!fetched.ok) return template;
  const bytes = new Uint8Array(fetched.value);
  const mime = sniffImage(bytes);
  if (mime === null) return template;
  const key = (await sha256Hex(bytes)) as AssetKey;
  const { background: _, ...rest }: UnknownLabelParts = label.unknown ?? {};
  const { unknown: _unknown, ...known } = label;
  return {
    ...template,
    label: {
      ...known,
      ...(Object.keys(rest).length === 0 ? {} : { unknown: rest }),
      canvases: [...new Set([...label.canvases, key])],
      background: key,
    },
    assets: new Map([...template.assets, [key, { mime, bytes }]]),
  };
}
