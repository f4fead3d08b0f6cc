import { problem, type Problem } from '#model/kernel/problem.ts';
import { ok, type Result } from '#model/kernel/result.ts';
import { writeTemplate } from '#model/template/file-format.ts';
import type { Template } from '#model/template/template.ts';
import type { ApiClient } from '#services/api/api-client.ts';
import { draftKey, isBeingEdited, readDraft, type FoundDraft, readCloudDraft } from '#app/editor/drafts/drafts.ts';
import { withFetchedBackground } from '#app/state/fetched-background.ts';
import { decodeLabelAttributes, decodeLabelStatus } from '#app/state/label-attributes.ts';
import { keptBackgrounds } from '#app/state/label-background.ts';
import { loadLabel } from '#app/state/load-label.ts';
import { expectedCanvas } from '#app/state/opening-picture.ts';
import type { Services } from '#app/state/services.tsx';
import { createSession, type OpenSession } from '../session/create-session.ts';
import type { LabelIdentity } from '#app/state/save-label.ts';

export interface FailedOpening {
  readonly state: 'failed';
  readonly problem: Problem;
}

export interface OpenedLabel {
  readonly state: 'open';
  /** Its attributes are those of the loaded version. */
  readonly identity: LabelIdentity;
  readonly session: OpenSession;
  /** Unsaved work of an earlier visit. */
  readonly draft: FoundDraft | null;
  /** Whether the user has chosen that draft, and is not asked again. */
  readonly isWanted: boolean;
  /** True while the label exists only in this tab, and in no file of its user. */
  readonly onlyHere: boolean;
}

/** What an address of the editor has in addition to its query: handed over by the screen before it. */
export interface HandedOver {
  /** The content of a local file. */
  readonly local: Template | null;
  /** Name of that file; its content is lost when the page is reloaded. */
  readonly fileName: string | null;
  /** The storage key of the draft that the user has chosen. */
  readonly wanted: string | null;
}

/** The label in the query of an address. Problem: `input.invalid`. */
export function identityIn(query: URLSearchParams, userId: string): Result<LabelIdentity> {
  const attributes = decodeLabelAttributes(query.get('labelAttr'));
  if (!attributes.ok) return attributes;
  return ok({ attributes: attributes.value, status: decodeLabelStatus(query.get('labelStatus')), userId });
}

/** The identity of the open label: id and file of a saved one, all attributes of the route for a new one. */
export function labelKey({ attributes, status }: LabelIdentity): string {
  return attributes.id === '' ? JSON.stringify([attributes, status]) : `${attributes.id} ${attributes.file}`;
}

/** Loads a label and opens an editor on it; the caller must dispose of its session. Null once it is aborted. */
export async function openLabel(
  identity: LabelIdentity,
  { local, fileName, wanted }: HandedOver,
  services: Services,
  signal: AbortSignal,
): Promise<OpenedLabel | FailedOpening | null> {
  const { api } = services;
  // A saved label keeps its id, and any other its attributes: the loaded version has the same drafts.
  const [loaded, draft] = await Promise.all([
    local === null ? readLabel(identity, api, signal) : ok({ template: local, attributes: identity.attributes }),
    foundDraft(identity, wanted, api, signal),
  ]);
  if (signal.aborted) return null;
  if (!loaded.ok) return { state: 'failed', problem: loaded.error };
  if (fileName !== null && local === null && draft === null) {
    // The page was reloaded: the content of the file is lost, and an empty label is not what was opened.
    return { state: 'failed', problem: problem('file.closed', { file: fileName }) };
  }
  const { template, attributes } = loaded.value;
  return {
    state: 'open',
    identity: { ...identity, attributes },
    session: createSession(template, services, expectedCanvas()),
    draft,
    isWanted: draft !== null && draft.storedAs === wanted,
    onlyHere: local !== null && fileName === null && local.elements.length > 0,
  };
}

async function readLabel(
  { attributes, status, userId }: LabelIdentity,
  api: ApiClient,
  signal: AbortSignal,
): ReturnType<typeof loadLabel> {
  const loaded = await loadLabel(attributes, status, keptBackgrounds(userId), api, signal);
  if (!loaded.ok) return loaded;
  const template = await withFetchedBackground(loaded.value.template, (path) => api.fetchFile(path, { signal }));
  return ok({ ...loaded.value, template });
}

/** The later unsaved work of this browser or the cloud; the wanted one takes precedence. */
async function foundDraft(
  { attributes, status, userId }: LabelIdentity,
  wanted: string | null,
  api: ApiClient,
  signal: AbortSignal,
): Promise<FoundDraft | null> {
  const key = draftKey(userId, attributes);
  const isSaved = status === 'edit' && attributes.id !== '';
  const [here, inCloud, isElsewhere] = await Promise.all([
    readDraft(key, wanted),
    isSaved ? readCloudDraft(attributes.id, api, signal) : null,
    isSaved && isBeingEdited(key),
  ]);
  const local = here.ok ? here.value : null;
  // Work that is open in another tab belongs to that tab.
  if (inCloud === null || isElsewhere || local?.storedAs === wanted) return local;
  if (local === null) return inCloud;
  return inCloud.editedAt > local.editedAt && !isSameWork(inCloud, local) ? inCloud : local;
}

/** Work is sent to the cloud after it was stored here: the later of the two may be the same work. */
function isSameWork(a: FoundDraft, b: FoundDraft): boolean {
  return writeTemplate(a.template) === writeTemplate(b.template);
}

/** The label of the page's address, which opens while the application renders for the first time. */
interface EarlyLabel {
  readonly key: string;
  readonly stop: AbortController;
  readonly opening: ReturnType<typeof openLabel>;
  /** What `opening` has resolved to. */
  opened: OpenedLabel | null;
}

let early: EarlyLabel | null = null;

/**
 * Begins to open the user's saved label in the page's address: its requests and its first picture need nothing of the
 * screen. Does nothing for other addresses.
 */
export function openLabelEarly(services: Services, userId: string | null): void {
  const { isSecureContext, location, history } = window;
  if (!isSecureContext || userId === null || handsOver(history.state)) return;
  const identity = identityIn(new URLSearchParams(location.search), userId);
  if (!identity.ok || identity.value.status !== 'edit' || identity.value.attributes.id === '') return;
  const stop = new AbortController();
  const opening = openLabel(identity.value, { local: null, fileName: null, wanted: null }, services, stop.signal);
  const begun: EarlyLabel = { key: earlyKey(identity.value), stop, opening, opened: null };
  early = begun;
  opening.then(
    (label) => {
      if (label?.state === 'open') begun.opened = label;
    },
    // The caller that takes the opening handles it.
    () => undefined,
  );
}

/** The label if it has opened early; it still belongs to this module. */
export function openedEarly(identity: LabelIdentity): OpenedLabel | null {
  return early?.key === earlyKey(identity) ? early.opened : null;
}

/** The early opening of this label, which belongs to the caller now; null for none. One of another label ends. */
export function takeEarlyLabel(identity: LabelIdentity): Pick<EarlyLabel, 'stop' | 'opening'> | null {
  const begun = early;
  early = null;
  if (begun === null || begun.key === earlyKey(identity)) return begun;
  begun.stop.abort();
  begun.opened?.session.dispose();
  return null;
}

function earlyKey(identity: LabelIdentity): string {
  return `${identity.userId} ${identity.status} ${labelKey(identity)}`;
}

/** Whether the screen before this one has handed something over: the router keeps it in the history, also on reload. */
function handsOver(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'usr' in state && state.usr !== null && state.usr !== undefined;
}
