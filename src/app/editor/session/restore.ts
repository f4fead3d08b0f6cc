import { ok } from '#model/kernel/result.ts';
import type { Template } from '#model/template/template.ts';
import type { Command } from '#editor/editor.ts';

/** A whole other state of the label as one undo entry: unsaved work that was kept. */
export function restoreTemplate(template: Template): Command {
  return (context) =>
    ok({
      template: { ...template, assets: new Map([...context.template.assets, ...template.assets]) },
      selection: [],
    });
}
