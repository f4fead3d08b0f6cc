import { selectionBox } from '#editor/footprint.ts';
import type { EditorState } from '#editor/editor.ts';
import { stepOf, type StepKind } from '#editor/step-kind.ts';
import type { LabelElement } from '#model/elements/element.ts';
import type { Rect } from '#model/kernel/geometry.ts';
import { invertChange, type Change } from '#model/template/change.ts';
import { joined, placeWords, sizeWords, turnWords, type Speech } from './element-words.ts';

/** `Undone: Deleted: Text1`: the original action, for any current effect on the label. */
export function reversedWords(change: Change, origin: 'undo' | 'redo', speech: Speech): string {
  const { t } = speech;
  const { kind, names } = stepOf(origin === 'undo' ? invertChange(change) : change);
  const what = t(`side:step.${kind}`);
  const [name = ''] = names;
  const whom = names.length > 1 ? t('side:history.elements', { count: names.length }) : name;
  return t(`spoken:${origin}`, { what: whom === '' ? what : t('spoken:step', { what, whom }) });
}

/** `Moved: Text1, 12 millimeters from the left, 4 millimeters from the top`; in the words of the list of steps. */
export function changeWords(
  change: Change,
  { template, bounds }: Pick<EditorState, 'template' | 'bounds'>,
  speech: Speech,
): string {
  const { t } = speech;
  const { kind, names } = stepOf(change);
  const what = t(`side:step.${kind}`);
  const [name = ''] = names;
  if (names.length === 0) return what;
  const whom = names.length === 1 ? name : t('side:history.elements', { count: names.length });
  const ids = new Set(
    [...change.added.map(({ element }) => element), ...change.updated.map(([, to]) => to)].map((e) => e.id),
  );
  const elements = template.elements.filter((e) => ids.has(e.id));
  const box = selectionBox(elements, bounds);
  const now = box === null ? '' : outcome(kind, box, elements, speech);
  return t('spoken:done', { what, whom: joined([whom, now], speech) });
}

/** The new state of what was changed. */
function outcome(kind: StepKind, box: Rect, [only, more]: readonly LabelElement[], speech: Speech): string {
  switch (kind) {
    case 'added':
      return joined([placeWords(box, speech), sizeWords(box, speech)], speech);
    case 'moved':
      return placeWords(box, speech);
    case 'resized':
      return sizeWords(box, speech);
    case 'rotated':
      return only === undefined || more !== undefined ? '' : turnWords(only, speech);
    default:
      return '';
  }
}
