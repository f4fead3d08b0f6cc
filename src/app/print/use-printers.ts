import { useEffect, useState } from 'react';
import type { Problem } from '#model/kernel/problem.ts';
import type { PrinterInfo } from '#protocol/assistant.ts';
import type { DevicePrinterInfo } from '#services/device/device-printers.ts';
import { useServices } from '#app/state/services.tsx';
import { joined, lookFor, type ListedPrinter } from './list-printers.ts';

export function isDevice(printer: ListedPrinter): printer is DevicePrinterInfo {
  return 'device' in printer;
}

export interface Printers {
  /** Null until the assistant has answered. Without the assistant those that the page reaches directly. */
  readonly list: readonly ListedPrinter[] | null;
  /** Why there is no printer; null if there is one, or if it is unknown. */
  readonly problem: Problem | null;
  /** Why the assistant's printers are not in the list. */
  readonly assistantProblem: Problem | null;
  readonly looking: boolean;
  /** Connects, or reconnects, and fetches the printers. */
  readonly look: () => void;
}

interface Answer {
  readonly attempt: number;
  /** Those of the assistant. */
  readonly list: readonly PrinterInfo[] | null;
  readonly devices: readonly DevicePrinterInfo[];
  readonly problem: Problem | null;
}

/**
 * The printers that the assistant knows, and those that the page reaches directly; fetched once when the screen opens, and
 * when devices connect or disconnect. `everyMs`: also polls at this interval while the page is visible, including the
 * status of devices; a failed poll reports nothing.
 */
export function usePrinters(everyMs: number | null = null): Printers {
  const services = useServices();
  const { devices } = services;
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<Answer>({ attempt: -1, list: null, devices: [], problem: null });

  useEffect(() => {
    const abort = new AbortController();
    void lookFor(services, abort.signal).then(([printers, found]) => {
      if (abort.signal.aborted) return;
      setAnswer((before) =>
        printers.ok
          ? { attempt, list: printers.value, devices: found, problem: null }
          : { attempt, list: before.list, devices: found, problem: printers.error },
      );
    });
    return () => abort.abort();
  }, [services, attempt]);

  useEffect(
    () =>
      devices.subscribe(() => void devices.list().then((found) => setAnswer((now) => ({ ...now, devices: found })))),
    [devices],
  );

  useEffect(() => {
    if (everyMs === null) return undefined;
    const abort = new AbortController();
    let asking = false;
    void devices.look(false);
    const timer = setInterval(() => {
      if (asking || document.hidden) return;
      asking = true;
      void devices.look(false);
      void lookFor(services, abort.signal).then(([printers, found]) => {
        asking = false;
        if (abort.signal.aborted) return;
        setAnswer((before) =>
          printers.ok
            ? { ...before, list: printers.value, devices: found, problem: null }
            : { ...before, devices: found },
        );
      });
    }, everyMs);
    return () => {
      clearInterval(timer);
      abort.abort();
    };
  }, [services, devices, everyMs]);

  const { list, devices: found, problem } = answer;
  return {
    list: problem !== null && found.length > 0 ? found : list === null ? null : joined(list, found),
    problem: found.length > 0 ? null : problem,
    assistantProblem: problem,
    looking: answer.attempt !== attempt,
    look() {
      setAttempt((n) => n + 1);
      if (everyMs !== null) void devices.look(true);
    },
  };
}
