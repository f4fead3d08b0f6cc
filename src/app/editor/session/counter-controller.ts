import type { CounterId } from '#model/kernel/ids.ts';
import type { Problem } from '#model/kernel/problem.ts';
import { sourcesOf } from '#model/elements/element.ts';
import type { Change } from '#model/template/change.ts';
import type { Template } from '#model/template/template.ts';
import type { Editor } from '#editor/editor.ts';
import type { ApiClient } from '#services/api/api-client.ts';
import { createStore, type Store } from '#app/state/store.ts';

/** The state of the open label's counters. */
export interface CounterState {
  /**
   * The next value of each used counter; '' for one that has reached its end. Undefined before the first request, null if
   * the server could not be reached.
   */
  readonly next: Readonly<Record<CounterId, string>> | null | undefined;
  /** Why the request failed. */
  readonly fault: Problem | null;
}

/** Fetches the state of one open label's counters from the server, as long as it has any. */
export interface CounterController {
  readonly state: Store<CounterState>;
  /** Sets the label's template on the server; null while it was never saved there. */
  follow(templateId: string | null): void;
  /** Fetches again: values may have been taken. */
  again(): void;
  /** Records a value that was set. */
  noteSet(counter: CounterId, next: string): void;
  dispose(): void;
}

const NOT_ASKED: CounterState = { next: undefined, fault: null };

export function createCounterController(editor: Editor, api: Pick<ApiClient, 'call'>): CounterController {
  const state = createStore<CounterState>(NOT_ASKED);
  let followed: string | null = null;
  /** Numbers the requests: only the last answer counts. */
  let asked = 0;
  const stopWatching = editor.onChange((change) => {
    if (state.get() === NOT_ASKED && followed !== null && mayCountAgain(change)) ask();
  });

  function ask(): void {
    const id = followed;
    if (id === null || !hasCounters(editor.state().template)) return;
    const mine = ++asked;
    if (state.get() === NOT_ASKED) state.set({ next: undefined, fault: null });
    void api.call('counterList', { id }).then((answer) => {
      if (mine !== asked) return;
      if (!answer.ok) {
        state.set({ next: null, fault: answer.error });
        return;
      }
      const next = Object.fromEntries(answer.value.list.map((one) => [one.counter, one.next]));
      state.set({ next, fault: null });
    });
  }

  return {
    state,
    follow(templateId) {
      if (templateId === followed) return;
      followed = templateId;
      asked++;
      state.set(NOT_ASKED);
      ask();
    },
    again: ask,
    noteSet(counter, next) {
      asked++;
      state.set({ next: { ...state.get().next, [counter]: next }, fault: null });
    },
    dispose() {
      asked++;
      stopWatching();
    },
  };
}

function hasCounters({ elements }: Pick<Template, 'elements'>): boolean {
  return elements.some((element) =>
    sourcesOf(element).some((source) => source.type === 'sequence' && source.counter !== undefined),
  );
}

/** False for a change that gives the label no counter. */
function mayCountAgain({ added, updated }: Change): boolean {
  return hasCounters({ elements: [...added.map(({ element }) => element), ...updated.map(([, to]) => to)] });
}
