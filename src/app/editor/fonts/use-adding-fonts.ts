import { useCallback, useEffect, useRef, useState } from 'react';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import { UPLOAD_LIMITS } from '#protocol/api.ts';
import type { FontDescription } from '#protocol/render.ts';
import type { RenderClient } from '#services/render/render-client.ts';
import { useServices } from '#app/state/services.tsx';
import { useEditorSession } from '../session/editor-session.tsx';

/** The progress of adding a font file. */
export type AddingState =
  | { readonly is: 'checking' | 'uploading' }
  /** The user has a font with that name, weight and slant: it is replaced only on request. */
  | { readonly is: 'taken'; readonly font: FontDescription }
  | { readonly is: 'failed'; readonly problem: Problem };

export interface Adding {
  readonly key: number;
  readonly fileName: string;
  readonly state: AddingState;
}

export interface AddingFonts {
  /** The files that are being added, and failed ones. */
  readonly list: readonly Adding[];
  /** The family added last; null for none. */
  readonly added: string | null;
  add(file: File): void;
  replace(key: number): void;
  /** Cancels a file and removes it from the list. */
  drop(key: number): void;
}

interface Job {
  readonly file: File;
  readonly stop: AbortController;
}

/** Uploads font files: inspects each, and asks before replacing one. Ends with the component. */
export function useAddingFonts(): AddingFonts {
  const { fonts } = useServices();
  const { render } = useEditorSession();
  const [list, setList] = useState<readonly Adding[]>([]);
  const [added, setAdded] = useState<string | null>(null);
  const jobs = useRef(new Map<number, Job>());
  const lastKey = useRef(0);
  useEffect(() => {
    const { current } = jobs;
    return () => {
      for (const { stop } of current.values()) stop.abort();
      current.clear();
    };
  }, []);

  const drop = useCallback((key: number): void => {
    jobs.current.get(key)?.stop.abort();
    jobs.current.delete(key);
    setList((all) => all.filter((one) => one.key !== key));
  }, []);

  const bring = useCallback(
    async (key: number, { file, stop }: Job, replacing: boolean): Promise<void> => {
      const { signal } = stop;
      const show = (state: AddingState): void =>
        setList((all) => all.map((one) => (one.key === key ? { ...one, state } : one)));
      show({ is: 'checking' });
      const read = await readFontFile(file, render, signal);
      if (signal.aborted) return;
      if (!read.ok) return show({ is: 'failed', problem: read.error });
      const { bytes, font } = read.value;
      const same = fonts
        .own()
        .some((own) => own.family === font.family && own.weight === font.weight && own.italic === font.italic);
      if (same && !replacing) return show({ is: 'taken', font });
      show({ is: 'uploading' });
      const done = await fonts.add(bytes, file.name, font, { signal });
      if (signal.aborted) return;
      if (!done.ok) return show({ is: 'failed', problem: done.error });
      setAdded(font.family);
      drop(key);
    },
    [drop, fonts, render],
  );

  const add = useCallback(
    (file: File): void => {
      const key = ++lastKey.current;
      const job: Job = { file, stop: new AbortController() };
      jobs.current.set(key, job);
      setList((all) => [...all, { key, fileName: file.name, state: { is: 'checking' } }]);
      void bring(key, job, false);
    },
    [bring],
  );
  const replace = useCallback(
    (key: number): void => {
      const job = jobs.current.get(key);
      if (job !== undefined) void bring(key, job, true);
    },
    [bring],
  );
  return { list, added, add, replace, drop };
}

/** Problems: `font.tooLarge`, `font.unusable`, `file.unreadable`, and those of the render worker. */
async function readFontFile(
  file: File,
  render: Pick<RenderClient, 'inspectFont'>,
  signal: AbortSignal,
): Promise<Result<{ readonly bytes: Uint8Array; readonly font: FontDescription }>> {
  if (file.size > UPLOAD_LIMITS.fontBytes) {
    return err(problem('font.tooLarge', { limit: UPLOAD_LIMITS.fontBytes / 1024 / 1024 }));
  }
  const buffer = await file.arrayBuffer().catch(() => null);
  if (buffer === null) return err(problem('file.unreadable', { file: file.name }));
  const bytes = new Uint8Array(buffer);
  const font = await render.inspectFont(bytes, signal);
  return font.ok ? ok({ bytes, font: font.value }) : font;
}
