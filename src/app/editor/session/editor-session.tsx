import { createContext, useContext, useMemo, useSyncExternalStore, type Context } from 'react';
import type { Mm } from '#model/kernel/units.ts';
import { contentLengthOf } from '#model/template/length-by-content.ts';
import type { LabelSettings } from '#model/template/template.ts';
import type { Editor, EditorState } from '#editor/editor.ts';
import type { Frame, SymbolCheck } from '#protocol/render.ts';
import type { RenderClient, RenderHealth } from '#services/render/render-client.ts';
import type { CounterController } from './counter-controller.ts';
import type { SpreadsheetSession } from './spreadsheet-session.ts';
import type { PreflightController } from './preflight-controller.ts';
import type { PrinterController } from './run-printer.ts';
import type { Store } from '#app/state/store.ts';

/** The services of one open label: created when it is opened, disposed of when it is left. */
export interface EditorSession {
  readonly editor: Editor;
  readonly render: RenderClient;
  readonly data: SpreadsheetSession;
  readonly counters: CounterController;
  /** The last picture on the canvas. */
  readonly frame: Store<Frame | null>;
  /** The grades of the codes on the canvas if they were printed now; empty while grades are switched off. */
  readonly checks: Store<readonly SymbolCheck[]>;
  readonly health: Store<RenderHealth>;
  /** Whether the canvas shows the dots of a print. */
  readonly asPrinted: Store<boolean>;
  /** The default printer of a run. */
  readonly printer: PrinterController;
  readonly preflight: PreflightController;
}

export const EditorSessionContext: Context<EditorSession | null> = createContext<EditorSession | null>(null);

export function useEditorSession(): EditorSession {
  const session = useContext(EditorSessionContext);
  if (session === null) throw new Error('no editor is open here');
  return session;
}

/** The source of the editor's state for parts of the page. */
export interface StateSource {
  readonly state: () => EditorState;
  readonly subscribe: (listener: () => void) => () => void;
}

/** For parts that need not follow every move; the editor itself if there is none. */
export const StateSourceContext: Context<StateSource | null> = createContext<StateSource | null>(null);

/** For the few values in such parts that follow a move at intervals. */
export const CalmSourceContext: Context<StateSource | null> = createContext<StateSource | null>(null);

/** A part of the editor's state; `select` must return a value of the state itself and not a new object. */
export function useEditorState<T>(select: (state: EditorState) => T): T {
  const { editor } = useEditorSession();
  const { state, subscribe } = useContext(StateSourceContext) ?? editor;
  return useSyncExternalStore(subscribe, () => select(state()));
}

/** The same, ten times a second during a move or typing on the canvas. */
export function useThrottledState<T>(select: (state: EditorState) => T): T {
  const { editor } = useEditorSession();
  const { state, subscribe } = useContext(CalmSourceContext) ?? editor;
  return useSyncExternalStore(subscribe, () => select(state()));
}

/** A part of the last picture's notes; it stays the same value while its content is equal. */
export function useFrame<T>(select: (frame: Frame | null) => T): T {
  const { frame } = useEditorSession();
  return useSyncExternalStore(frame.subscribe, () => select(frame.get()));
}

/** The label as the canvas shows it: with the length that its content needs now, where it follows that. */
export function useShownLabel(): LabelSettings {
  const label = useEditorState((s) => s.template.label);
  const lengthMm = useFrame((frame) => frame?.lengthMm);
  return useMemo(() => shownLabel(label, lengthMm), [label, lengthMm]);
}

/** `lengthMm` is that of the last picture. */
function shownLabel(label: LabelSettings, lengthMm: Mm | undefined): LabelSettings {
  return lengthMm === undefined || contentLengthOf(label) === null ? label : { ...label, heightMm: lengthMm };
}

/** The id of the open label on the server; null while it was never saved there. */
export const SavedTemplateContext: Context<string | null> = createContext<string | null>(null);

export function useSavedTemplateId(): string | null {
  return useContext(SavedTemplateContext);
}
