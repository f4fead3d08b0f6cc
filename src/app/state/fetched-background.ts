import type { AssetKey } from '#model/kernel/ids.ts';
import type { Result } from '#model/kernel/result.ts';
import { sha256Hex } from '#model/kernel/sha256.ts';
import { sniffImage } from '#model/template/embedded-image.ts';
import type { Template } from '#model/template/template.ts';
import { withoutBackgroundPath, withUnknownLabelParts } from '#model/template/unknown-label-parts.ts';

/**
 * If the file names its background by a path of this server only, fetches the image into the template. For any other or a
 * missing path the template keeps the path, and the user gets a notice.
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
  return {
    ...template,
    label: {
      ...withUnknownLabelParts(label, withoutBackgroundPath(label.unknown ?? {}, path)),
      canvases: [...new Set([...label.canvases, key])],
      background: key,
    },
    assets: new Map([...template.assets, [key, { mime, bytes }]]),
  };
}
