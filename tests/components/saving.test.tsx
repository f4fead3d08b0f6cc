import { useCallback, useState, type JSX } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { setText } from '#editor/commands/content.ts';
import { deleteSelected } from '#editor/commands/delete.ts';
import { setLabel } from '#editor/commands/label.ts';
import type { LabelElement } from '#model/elements/element.ts';
import { API_CODES, type PrivilegeName } from '#protocol/api.ts';
import { createApiClient } from '#services/api/api-client.ts';
import { useAutosave } from '#app/editor/save/autosave.ts';
import { useSaving } from '#app/editor/save/use-saving.tsx';
import { SaveState } from '#app/editor/save/SaveState.tsx';
import type { LabelIdentity } from '#app/state/save-label.ts';
import { savePreference } from '#app/state/editor-preferences.ts';
import { attributesOf } from '#app/state/template-attributes.ts';
import { untilPageIdle } from '#tests/support/component-hand.ts';
import { createTestElement } from '#tests/support/create-elements.ts';
import { column } from '#tests/support/formulas.ts';
import { mountInEditor, type MountedEditor } from '#tests/support/mounted-editor.tsx';
import { placesInFile } from '#tests/support/second-reader.ts';
import { createTemplateAnswers, type TemplateAnswers } from '#tests/support/template-answers.ts';

const state = page.getByTestId('save-state');
const button = (name: string): ReturnType<typeof page.getByRole> => page.getByRole('button', { name, exact: true });
const refused = { code: API_CODES.refused, data: { privilege: 'variableTemplates' } };
const changedElsewhere = { code: API_CODES.changedMeanwhile, data: { id: 'box1', revision: 7 } };

const CLOUD = { rest: () => Promise.resolve(), resume: vi.fn<() => void>() };

/** The part of the editor screen that saves a label which is on the server. */
function Saver({ first, paths }: { readonly first: LabelIdentity; readonly paths: string[] }): JSX.Element {
  const [identity, setIdentity] = useState(first);
  const become = useCallback((now: LabelIdentity): Promise<void> => {
    setIdentity(now);
    return Promise.resolve();
  }, []);
  const show = useCallback((path: string): void => void paths.push(path), [paths]);
  const saving = useSaving(identity, become, show, CLOUD);
  useAutosave(saving, saving.dialog === null);
  return (
    <>
      <SaveState
        saving={saving.busy}
        hasRetryPending={saving.hasRetryPending}
        refusal={saving.refusal}
        isSaved
        isLost={false}
      />
      <button type="button" onClick={() => void saving.save()}>
        Save
      </button>
      {saving.dialog}
    </>
  );
}

interface Mounted extends MountedEditor {
  readonly server: TemplateAnswers;
  /** Privileges for which the user was asked to become a member. */
  readonly needs: readonly PrivilegeName[];
  readonly loads: readonly string[];
  rename(name: string): void;
}

async function mount(more: readonly LabelElement[] = []): Promise<Mounted> {
  const server = createTemplateAnswers();
  const needs: PrivilegeName[] = [];
  const loads: string[] = [];
  const api = createApiClient({
    language: () => 'en',
    onSignedOut: () => undefined,
    onNeedsMember: (need) => needs.push(need),
    onLoading: () => {
      loads.push('begun');
      return () => undefined;
    },
    fetch: server.fetch,
  });
  const first: LabelIdentity = { attributes: attributesOf(server.info()), status: 'edit', userId: 'u1' };
  const mounted = await mountInEditor(
    <Saver first={first} paths={[]} />,
    [createTestElement('rectangle', { xMm: 5, yMm: 5 }), ...more],
    { services: { api } },
  );
  const rename = (name: string): void => {
    expect(mounted.session.editor.run(setLabel({ name })).ok).toBe(true);
  };
  return { ...mounted, server, needs, loads, rename };
}

const expectState = (name: string): Promise<void> =>
  expect.poll(() => state.element().getAttribute('data-state')).toBe(name);

/** Delay of autosave and of the retry of a save; the tests wait a twentieth of it. */
const PAUSES_MS = [2_000, 3_000] as const;

beforeEach(() => {
  savePreference('autosave', false);
  const { setTimeout: wait } = window;
  window.setTimeout = ((work: () => void, ms: number): number =>
    wait(work, PAUSES_MS[0] <= ms && ms <= PAUSES_MS[1] ? ms / 20 : ms)) as typeof window.setTimeout;
  onTestFinished(() => {
    window.setTimeout = wait;
    savePreference('autosave', true);
  });
});

test('edits during a save stay, are unsaved afterwards, and nothing covers the editor', async () => {
  const { server, session, loads, rename } = await mount();
  const answered = Promise.withResolvers<{ code: number }>();
  server.answers.push(() => answered.promise);
  rename('First');
  await userEvent.click(button('Save'));
  await expect.poll(() => server.saves.length).toBe(1);
  await expectState('saving');
  rename('Second');
  answered.resolve({ code: API_CODES.success });
  await expectState('unsaved');
  expect(session.editor.state().template.label.name).toBe('Second');
  expect(server.info().name).toBe('First');
  expect(loads).toEqual([]);
  await userEvent.click(button('Save'));
  await expectState('saved');
  expect(server.info()).toMatchObject({ name: 'Second', revision: 3 });
});

test('a save that ends in the middle of a drag does not interrupt the drag', async () => {
  const { server, session, rename } = await mount();
  const { editor } = session;
  const answered = Promise.withResolvers<{ code: number }>();
  server.answers.push(() => answered.promise);
  rename('Saved');
  await userEvent.click(button('Save'));
  await expect.poll(() => server.saves.length).toBe(1);
  const { viewport } = editor.state();
  const at = { button: 'primary', shift: false, control: false, alt: false, space: false } as const;
  const scale = viewport.zoom * 3.78;
  const [x, y] = [viewport.originXPx + 10 * scale, viewport.originYPx + 10 * scale];
  editor.pointerDown({ ...at, xPx: x, yPx: y });
  editor.pointerMove({ ...at, xPx: x + 30, yPx: y });
  expect(editor.state().interaction.type).toBe('move');
  answered.resolve({ code: API_CODES.success });
  await expectState('unsaved');
  expect(editor.state().interaction.type).toBe('move');
  editor.pointerUp({ ...at, xPx: x + 30, yPx: y });
});

test('autosave saves changes as part of one session, says so, and asks when the template was changed elsewhere', async () => {
  savePreference('autosave', true);
  const { server, rename } = await mount();
  rename('By itself');
  await expectState('unsaved');
  await expectState('saved');
  expect(server.saves).toMatchObject([{ name: 'By itself', autosave: true, revision: 1, url: '2.tprts' }]);
  server.answers.push(() => changedElsewhere);
  rename('Again');
  await userEvent.click(page.getByTestId('conflict-cancel'));
  await expectState('refused');
  await expect.element(state).toHaveTextContent('Not saved: the template was changed elsewhere');
  // A save by hand asks once more, and autosave continues after it.
  server.answers.push(() => changedElsewhere);
  await userEvent.click(button('Save'));
  await userEvent.click(page.getByTestId('conflict-overwrite'));
  await expectState('saved');
  rename('Goes on');
  await expectState('saved');
  const [first, , , , last] = server.saves;
  expect(last).toMatchObject({ name: 'Goes on', autosave: true });
  expect(new Set(server.saves.map((save) => save.edit_session))).toEqual(new Set([first?.edit_session]));
  expect(server.saves.map((save) => save.autosave === true)).toEqual([true, true, false, false, true]);
});

test('an autosave that needs a membership names it without a dialog, unlike a save by hand, and continues without the data', async () => {
  savePreference('autosave', true);
  const bound = createTestElement('text', { sources: [column('a')] });
  const { server, session, needs, rename } = await mount([bound]);
  server.answers.push(
    () => refused,
    () => refused,
  );
  rename('With columns');
  await expectState('refused');
  await expect.element(state).toHaveTextContent('Not saved: only members can save labels with data from a spreadsheet');
  expect(needs).toEqual([]);
  await userEvent.click(button('Save'));
  await expect.poll(() => needs).toEqual(['variableTemplates']);
  expect(server.saves).toHaveLength(2);
  session.editor.select([bound.id]);
  expect(session.editor.run(deleteSelected()).ok).toBe(true);
  await expectState('saved');
  expect(server.saves).toHaveLength(3);
});

test('an autosave without an answer from the server waits, reports it, and is made once the server answers', async () => {
  savePreference('autosave', true);
  const { server, rename } = await mount();
  server.answers.push(() => ({ code: 500 }));
  rename('Later');
  await expectState('waiting');
  await expectState('saved');
  expect(new Set(server.saves.map((save) => save.save_key)).size).toBe(1);
  expect(server.saves).toHaveLength(2);
});

test('a text that is saved right after typing has its displayed position and size in the file', async () => {
  const text = createTestElement('text', { xMm: 20, yMm: 15, widthMm: 10, heightMm: 4, align: 'right' });
  const { server, session } = await mount([text]);
  const { editor } = session;
  const typed = setText({ id: text.id, content: 0 }, 'Olive oil extra virgin');
  expect(editor.run(typed).ok).toBe(true);
  await userEvent.click(button('Save'));
  await expectState('saved');
  await untilPageIdle();
  const [file = ''] = server.files;
  const saved = placesInFile(file).get(text.name);
  const shown = editor.state().bounds.get(text.id);
  expect(saved?.width).toBeGreaterThan(20);
  for (const side of ['x', 'y', 'width', 'height'] as const) expect(saved?.[side]).toBeCloseTo(shown?.[side] ?? NaN, 2);
});
