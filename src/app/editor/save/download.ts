import { writeTemplate } from '#model/template/file-format.ts';
import type { Template } from '#model/template/template.ts';

/** Gives the template to the user as `<name>.tprt`, plain XML. */
export function downloadTemplate(template: Template): void {
  const url = URL.createObjectURL(new Blob([writeTemplate(template)], { type: 'application/xml' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${template.label.name}.tprt`;
  link.click();
  // The browser reads it after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
