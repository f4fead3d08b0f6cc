import { useEffect, useState } from 'react';
import type { PictureSet } from '#model/data/pictures/picture-set.ts';
import type { RecordSource } from '#model/data/record-source.ts';
import { localTimeAt } from '#model/kernel/local-time.ts';
import { createPictureCheck, type PictureFindings } from '#model/page/picture-check.ts';
import type { Template } from '#model/template/template.ts';
import { busyWhile } from '#services/idle.ts';

/** How many rows are looked through before the page handles other events. */
const ROWS_AT_ONCE = 256;

/** The pictures that the checked rows name, while the check goes on and after it. */
export interface ShownPictureCheck {
  readonly done: number;
  readonly total: number;
  readonly findings: PictureFindings;
}

/** Looks through all rows for names without a picture. Null before the first rows, and without rows. */
export function usePictureCheck(
  template: Template,
  records: RecordSource | null,
  set: PictureSet | null,
): ShownPictureCheck | null {
  const [shown, setShown] = useState<{ readonly of: readonly unknown[]; readonly check: ShownPictureCheck } | null>(
    null,
  );
  useEffect(() => {
    if (records === null) return undefined;
    const abort = new AbortController();
    const check = createPictureCheck(template, set, { now: localTimeAt() });
    const work = async (): Promise<void> => {
      for (let first = 0; first < records.count; first += ROWS_AT_ONCE) {
        const read = await records.read(first, ROWS_AT_ONCE, abort.signal);
        // The preview reports rows that can't be read.
        if (abort.signal.aborted || !read.ok) return;
        check.add(read.value);
        const done = Math.min(records.count, first + ROWS_AT_ONCE);
        const next = { done, total: records.count, findings: check.findings() };
        setShown({ of: [template, records, set], check: next });
        // Rows without a spreadsheet are read at once.
        await new Promise((resolve) => setTimeout(resolve));
      }
    };
    void busyWhile(work());
    return () => abort.abort();
  }, [template, records, set]);
  const isCurrent = shown !== null && [template, records, set].every((each, i) => each === shown.of[i]);
  return isCurrent ? shown.check : null;
}
