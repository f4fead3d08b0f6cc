import type { Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import { measuredTemplate } from '#app/state/measured-template.ts';
import { loadSavedLabel } from '#app/state/load-saved-label.ts';
import type { Services } from '#app/state/services.tsx';
import { zipOf, type ZipEntry } from './zip.ts';

/** A file for download. */
export interface TemplatesFile {
  readonly name: string;
  readonly mime: string;
  readonly pieces: readonly Uint8Array[];
}

/**
 * The templates as plain `.tprt` files: a single one as it is, several in a zip. Calls `onDone` with the number of finished
 * ones. Problems: those of the server and of reading a template, which end it; `aborted`.
 */
export async function templatesFile(
  templates: readonly { readonly id: string; readonly name: string }[],
  zipName: string,
  services: Pick<Services, 'api' | 'fonts' | 'createRenderClient'>,
  signal: AbortSignal,
  onDone: (count: number) => void,
): Promise<Result<TemplatesFile, Problem>> {
  const entries: ZipEntry[] = [];
  const render = services.createRenderClient();
  try {
    for (const { id } of templates) {
      const label = await loadSavedLabel(id, services, signal);
      if (!label.ok) return err(label.error);
      render.fonts(services.fonts.added());
      // Templates that no editor has saved, such as ready designs, have estimated boxes.
      const template = await measuredTemplate(label.value.template, render, signal);
      entries.push({
        name: freeName(`${template.label.name}.tprt`, entries),
        bytes: new TextEncoder().encode(writeTemplate(template)),
      });
      onDone(entries.length);
    }
  } finally {
    render.dispose();
  }
  const [only] = entries;
  if (only !== undefined && entries.length === 1) {
    return ok({ name: only.name, mime: 'application/xml', pieces: [only.bytes] });
  }
  return ok({ name: zipName, mime: 'application/zip', pieces: await zipOf(entries) });
}

/** A unique name: templates of several folders may share one. Some file systems ignore case. */
function freeName(wanted: string, entries: readonly ZipEntry[]): string {
  const taken = new Set(entries.map(({ name }) => name.toLowerCase()));
  const stem = wanted.replace(/\.tprt$/, '');
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${stem} (${number}).tprt`;
    if (!taken.has(name.toLowerCase())) return name;
  }
}
