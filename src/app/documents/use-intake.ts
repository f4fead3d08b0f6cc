import { useCallback, useEffect, useRef, useState } from 'react';
import type { DocumentInfo } from '#model/document/document-file.ts';
import { useServices } from '#app/state/services.tsx';
import { takeFile, type IntakeState } from './intake.ts';

/** A chosen or dropped file that is being opened, or can't be. */
export interface Intake {
  readonly id: number;
  readonly name: string;
  readonly state: IntakeState;
}

export interface Intakes {
  readonly list: readonly Intake[];
  readonly take: (files: readonly File[]) => void;
  /** Cancels a pending file, or dismisses a failed one. */
  readonly drop: (id: number) => void;
  /** Retries a failed file. */
  readonly retry: (id: number) => void;
  /** Answers the password request of a file; null cancels the file. */
  readonly answer: (id: number, password: string | null) => void;
}

/** Opens files one after the other, in order. */
export function useIntake(onOpened: (info: DocumentInfo) => void): Intakes {
  const services = useServices();
  const [list, setList] = useState<readonly Intake[]>([]);
  const jobs = useRef(new Map<number, { readonly file: File; readonly stop: AbortController }>());
  const answers = useRef(new Map<number, (password: string | null) => void>());
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const nextId = useRef(1);
  const opened = useRef(onOpened);
  useEffect(() => {
    opened.current = onOpened;
  });
  useEffect(() => {
    const all = jobs.current;
    return () => {
      for (const { stop } of all.values()) stop.abort();
    };
  }, []);

  const show = useCallback((id: number, state: IntakeState): void => {
    setList((before) => before.map((one) => (one.id === id ? { ...one, state } : one)));
  }, []);
  const remove = useCallback((id: number): void => {
    jobs.current.get(id)?.stop.abort();
    answers.current.get(id)?.(null);
    answers.current.delete(id);
    setList((before) => before.filter((one) => one.id !== id));
  }, []);
  const open = useCallback(
    async (id: number): Promise<void> => {
      const job = jobs.current.get(id);
      if (job === undefined || job.stop.signal.aborted) return;
      const { signal } = job.stop;
      const askPassword = (): Promise<string | null> =>
        new Promise((resolve) => {
          answers.current.set(id, resolve);
        });
      const events = { onState: (state: IntakeState) => signal.aborted || show(id, state), askPassword };
      const info = await takeFile(job.file, services, events, signal);
      if (signal.aborted) return;
      if (info.ok) {
        remove(id);
        opened.current(info.value);
      } else if (info.error.code === 'aborted') remove(id);
      else show(id, { type: 'failed', problem: info.error });
    },
    [services, show, remove],
  );
  const begin = useCallback(
    (file: File, id: number): void => {
      jobs.current.set(id, { file, stop: new AbortController() });
      queue.current = queue.current.then(() => open(id));
    },
    [open],
  );

  return {
    list,
    take: useCallback(
      (files) => {
        const added = files.map((file) => ({ file, id: nextId.current++ }));
        setList((before) => [
          ...before,
          ...added.map(({ file, id }) => ({ id, name: file.name, state: { type: 'waiting' } as const })),
        ]);
        for (const { file, id } of added) begin(file, id);
      },
      [begin],
    ),
    drop: remove,
    retry: useCallback(
      (id) => {
        const job = jobs.current.get(id);
        if (job === undefined) return;
        show(id, { type: 'waiting' });
        begin(job.file, id);
      },
      [begin, show],
    ),
    answer: useCallback((id, password) => {
      answers.current.get(id)?.(password);
      answers.current.delete(id);
    }, []),
  };
}
