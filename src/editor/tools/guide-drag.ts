import { roundMm } from '#model/kernel/units.ts';
import type { RulerGuide } from '#model/template/ruler-guides.ts';
import { withGuide } from '../commands/guides.ts';
import type { EditorPointer } from '../editor.ts';
import { lineNear, snapLines } from '../snapping.ts';
import { canvasToLabel } from '../viewport.ts';
import type { DragSession, ToolHost } from './tool-host.ts';

/**
 * Drags a guide, or with null a new one out of a ruler. It snaps to edges and centers of the label and the elements,
 * unless Ctrl is held. Releasing it over the ruler deletes it. The template changes on release.
 */
export function guideDrag(host: ToolHost, axis: RulerGuide['axis'], index: number | null): DragSession {
  const { template, bounds } = host.state();
  const lines = snapLines(template, new Set(), bounds);
  function placed(pointer: EditorPointer): { readonly guide: RulerGuide; readonly leaving: boolean } {
    const at = canvasToLabel(host.state().viewport, { x: pointer.xPx, y: pointer.yPx })[axis];
    const line = pointer.control ? null : lineNear(at, lines, axis);
    // A hand is not more precise than a tenth of a millimeter; finer values are typed.
    const atMm = line ?? roundMm(Math.round(at * 10) / 10);
    return { guide: { axis, atMm }, leaving: (axis === 'x' ? pointer.xPx : pointer.yPx) < 0 };
  }
  return {
    move: (pointer) => host.show({ type: 'guide', index, ...placed(pointer) }),
    end(pointer) {
      const { guide, leaving } = placed(pointer);
      const { label } = host.state().template;
      const next = withGuide(label, index, leaving ? null : guide);
      if (next === label) return;
      host.showGuides();
      host.beginDrag();
      host.updateDrag({ ...host.state().template, label: next });
      host.endDrag();
    },
    cancel: () => {},
  };
}
