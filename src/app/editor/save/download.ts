import { downloadFile } from '#app/ui/download-file.ts';
import { measuredTemplate } from '#app/state/measured-template.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import type { OpenSession } from '../session/create-session.ts';

/**
 * Downloads the open label as `<name>.tprt`, plain XML with measured boxes. Waits for its spreadsheet and its fonts.
 */
export async function downloadTemplate({
  editor,
  data,
  render,
}: Pick<OpenSession, 'editor' | 'data' | 'render'>): Promise<void> {
  await data.settled();
  const template = await measuredTemplate(editor.state().template, render);
  downloadFile([new TextEncoder().encode(writeTemplate(template))], 'application/xml', `${template.label.name}.tprt`);
}
