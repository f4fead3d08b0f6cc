import { downloadFile } from '#app/files/download-file.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import type { Template } from '#model/template/template.ts';

/** Gives the template to the user as `<name>.tprt`, plain XML. */
export function downloadTemplate(template: Template): void {
  downloadFile([new TextEncoder().encode(writeTemplate(template))], 'application/xml', `${template.label.name}.tprt`);
}
