import type { Change } from '#model/template/change.ts';
import type { ChangeOrigin, Editor, EditorState } from '#editor/editor.ts';
import { sameIds } from '#editor/selection.ts';
import type { Frame, SymbolCheck } from '#protocol/render.ts';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { startTimer, stopTimer } from '#services/idle.ts';
import type { Store } from '#app/state/store.ts';
import { changeWords, reversedWords } from './change-words.ts';
import { gradeWords, type Speech } from './element-words.ts';

/** Delay after the last event: keys that are held down announce only the final state. */
export const IDLE_MS = 350;
/** Another row can make many elements fail at once; the list has them all. */
const MOST_FAULTS = 3;

export interface Announced {
  readonly editor: Pick<Editor, 'state' | 'subscribe' | 'onChange'>;
  readonly frame: Pick<Store<Frame | null>, 'get' | 'subscribe'>;
  readonly checks: Pick<Store<readonly SymbolCheck[]>, 'get' | 'subscribe'>;
}

export interface AnnouncerOptions {
  /** Called each time: the language and the unit may change. */
  readonly speech: () => Speech;
  /** While the user types into a field, the field announces its own content. */
  readonly isTyping: () => boolean;
  readonly say: (words: string) => void;
}

/**
 * Announces events on the canvas: changes with their new state, the number of selected elements, new problems of elements,
 * and new grades of codes. Ends when the signal is aborted. Invalid codes are reported by a message
 * (use-symbol-messages.ts), and a single selected element by the list of elements.
 */
export function announce(
  { editor, frame, checks }: Announced,
  { speech, isTyping, say }: AnnouncerOptions,
  signal: AbortSignal,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let change: Change | null = null;
  let origin: ChangeOrigin = 'edit';
  let announced = editor.state().selection;
  /** The problems at the last check; null before the first picture, whose problems are not announced. */
  let faults: ReadonlySet<string> | null = null;
  let grades: ReadonlyMap<string, string | null> = new Map();

  function later(): void {
    stopTimer(timer);
    timer = startTimer(announce, IDLE_MS);
  }

  function announce(): void {
    const state = editor.state();
    // The end of a pointer gesture is a change of the state.
    if (state.interaction.type !== 'none') return;
    const words: string[] = [];
    const now = speech();
    const isQuiet = isTyping();
    if (change !== null && !isQuiet)
      words.push(origin === 'edit' ? changeWords(change, state, now) : reversedWords(change, origin, now));
    else if (change === null && !sameIds(announced, state.selection)) words.push(selectionWords(state, now));
    change = null;
    announced = state.selection;
    words.push(...newFaults(now), ...newGrades(state, now));
    const said = words.filter((word) => word !== '').join(' ');
    if (said !== '') say(said);
  }

  function newFaults(now: Speech): readonly string[] {
    const shown = frame.get();
    if (shown === null) return [];
    const present = new Map(
      [...shown.problems, ...shown.warnings]
        .filter(({ problem }) => !/^(symbol|gs1)\./.test(problem.code))
        .map(({ elementId, elementName, problem }) => [
          `${elementId} ${problem.code}`,
          now.t('spoken:fault', { name: elementName, fault: problemText(now.t, problem) }),
        ]),
    );
    const known = faults;
    faults = new Set(present.keys());
    if (known === null) return [];
    const fresh = [...present].filter(([key]) => !known.has(key));
    return fresh.slice(0, MOST_FAULTS).map(([, words]) => words);
  }

  function newGrades({ selection }: EditorState, now: Speech): readonly string[] {
    const known = grades;
    const read = checks.get();
    grades = new Map(read.map(({ elementId, grade }) => [elementId, grade]));
    const [only, more] = selection;
    return read
      .filter(({ elementId, grade }) => more === undefined && elementId === only && known.get(elementId) !== grade)
      .map(({ elementName, grade }) => now.t('spoken:done', { what: elementName, whom: gradeWords(grade, now) }));
  }

  // The initial problems, when the label is opened.
  newFaults(speech());
  const stops = [
    editor.onChange((next, _from, _to, how) => {
      change = next;
      origin = how;
      later();
    }),
    editor.subscribe(() => {
      const { selection, interaction } = editor.state();
      if (interaction.type === 'none' && (change !== null || !sameIds(announced, selection))) later();
    }),
    frame.subscribe(later),
    checks.subscribe(later),
  ];
  signal.addEventListener('abort', () => {
    stopTimer(timer);
    for (const stop of stops) stop();
  });
}

/** The list of elements announces a single one. */
function selectionWords({ selection }: EditorState, { t }: Speech): string {
  if (selection.length === 0) return t('spoken:nothing');
  return selection.length === 1 ? '' : t('spoken:selected', { count: selection.length });
}
