import { ok } from '#model/kernel/result.ts';
import type { Template } from '#model/template/template.ts';
import type { Command } from '#editor/editor.ts';

/** Replaces the whole label by stored unsaved work, as one undo step. */
export function restoreTemplate(template: Template): Command {
  return (context) =>
    ok({
      template: { ...template, assets: new Map([...context.template.assets, ...template.assets]) },
      selection: [],
    });
}
