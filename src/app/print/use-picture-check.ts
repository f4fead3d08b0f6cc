import { useEffect, useState } from 'react';
import type { FetchPicture } from '#model/data/pictures/address-pictures.ts';
import type { PictureSet } from '#model/data/pictures/picture-set.ts';
import type { RecordSource } from '#model/data/record-source.ts';
import { localTimeAt } from '#model/kernel/local-time.ts';
import { createPictureCheck, type PictureFindings } from '#model/page/picture-check.ts';
import type { Template } from '#model/template/template.ts';
import { busyWhile } from '#services/idle.ts';

/** How many rows are looked through before the page handles other events. */
const ROWS_AT_ONCE = 256;
/** Between two states on the screen, because each lists what is missing. */
const SHOWN_EVERY_MS = 100;

/** The pictures that the checked rows name, while the check goes on and after it. */
export interface ShownPictureCheck {
  readonly done: number;
  readonly total: number;
  readonly findings: PictureFindings;
}

/**
 * Looks through all rows for names without a picture, and fetches those at addresses. Null before the first rows, and
 * without rows. While it is stopped, what was found stays.
 */
export function usePictureCheck(
  template: Template,
  records: RecordSource | null,
  set: PictureSet | null,
  fetchPicture: FetchPicture,
  stopped: boolean,
): ShownPictureCheck | null {
  const [shown, setShown] = useState<{ readonly of: readonly unknown[]; readonly check: ShownPictureCheck } | null>(
    null,
  );
  useEffect(() => {
    if (records === null || stopped) return undefined;
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = createPictureCheck(template, set, { now: localTimeAt() });
    const work = async (): Promise<void> => {
      for (let first = 0; first < records.count; first += ROWS_AT_ONCE) {
        const read = await records.read(first, ROWS_AT_ONCE, abort.signal);
        // The preview reports rows that can't be read.
        if (abort.signal.aborted || !read.ok) return;
        check.add(read.value);
        const show = (done: number): void => {
          if (abort.signal.aborted) return;
          setShown({ of: [template, records, set], check: { done, total: records.count, findings: check.findings() } });
        };
        const ask = async (address: string): Promise<void> => {
          const answer = await fetchPicture(address, abort.signal);
          if (abort.signal.aborted) return;
          check.note(address, answer.ok ? null : answer.error);
          timer ??= setTimeout(() => {
            timer = undefined;
            show(first);
          }, SHOWN_EVERY_MS);
        };
        const addresses = check.takeAddresses();
        if (addresses.length > 0) show(first);
        await Promise.all(addresses.map(ask));
        if (abort.signal.aborted) return;
        clearTimeout(timer);
        timer = undefined;
        show(Math.min(records.count, first + ROWS_AT_ONCE));
        // Rows without a spreadsheet are read at once.
        await new Promise((resolve) => setTimeout(resolve));
      }
    };
    void busyWhile(work());
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [template, records, set, fetchPicture, stopped]);
  const isCurrent = shown !== null && [template, records, set].every((each, i) => each === shown.of[i]);
  return isCurrent ? shown.check : null;
}
