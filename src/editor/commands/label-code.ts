import { ok } from '#model/kernel/result.ts';
import { withOwnAddress } from '#model/template/label-address.ts';
import type { Command } from '../editor.ts';

/** Makes the codes that open the label name the id under which it was saved. Codes that already do so don't change. */
export function nameOwnLabel(origin: string, id: string): Command {
  return ({ template }) => {
    const elements = withOwnAddress(template.elements, origin, id);
    return ok({ template: elements === template.elements ? template : { ...template, elements } });
  };
}
