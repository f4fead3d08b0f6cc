import { useCallback, useEffect, useState } from 'react';
import type { Problem } from '#model/kernel/problem.ts';
import type { Result } from '#model/kernel/result.ts';
import type { DocumentKey } from '#model/document/document-file.ts';
import { useServices } from '#app/state/services.tsx';
import type { CropPreset } from '#services/storage/crop-presets.ts';
import type { SessionDocument } from '../session/session-document.ts';

export interface Presets {
  readonly list: readonly CropPreset[];
  readonly put: (preset: CropPreset) => Promise<Problem | null>;
  readonly remove: (name: string) => Promise<Problem | null>;
}

/** The user's presets in this browser. */
export function usePresets(): Presets {
  const { cropPresets } = useServices();
  const [list, setList] = useState<readonly CropPreset[]>([]);
  const read = useCallback(async (): Promise<void> => {
    const found = await cropPresets.list();
    if (found.ok) setList(found.value);
  }, [cropPresets]);
  useEffect(() => {
    let isOpen = true;
    void cropPresets.list().then((found) => {
      if (isOpen && found.ok) setList(found.value);
    });
    return () => {
      isOpen = false;
    };
  }, [cropPresets]);
  const after = useCallback(
    async (done: Promise<Result<null>>): Promise<Problem | null> => {
      const answer = await done;
      await read();
      return answer.ok ? null : answer.error;
    },
    [read],
  );
  return {
    list,
    put: useCallback((preset) => after(cropPresets.put(preset)), [after, cropPresets]),
    remove: useCallback((name) => after(cropPresets.remove(name)), [after, cropPresets]),
  };
}

/** The sheet signature of a page, which identifies its preset; null while it is unknown. */
export function useSignature(document: SessionDocument | null, page: number): string | null {
  const { documents } = useServices();
  const [known, setKnown] = useState<{ readonly key: string; readonly signature: string } | null>(null);
  const name: DocumentKey | null = document?.info.document ?? null;
  const key = `${name} ${page}`;
  useEffect(() => {
    if (name === null) return undefined;
    const leaving = new AbortController();
    const look = async (): Promise<void> => {
      const split = await documents.split(name, page, leaving.signal);
      if (leaving.signal.aborted || !split.ok) return;
      setKnown({ key: `${name} ${page}`, signature: split.value.signature });
    };
    void look();
    return () => leaving.abort();
  }, [documents, name, page]);
  return known?.key === key ? known.signature : null;
}
