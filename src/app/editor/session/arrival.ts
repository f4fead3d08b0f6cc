import type { Point } from '#model/kernel/geometry.ts';
import { useCallback, useState } from 'react';

/** Pasted or dropped content from outside of the product. */
export interface Arrival {
  /** '' for a missing format. */
  readonly plain: string;
  readonly html: string;
  readonly files: readonly File[];
  /** The position of the drop, in CSS pixels of the canvas; left out for a free place near the middle of the view. */
  readonly at?: Point;
}

/** The formats that are taken as files from the clipboard, best first. */
const IMAGE_FORMS = ['image/svg+xml', 'image/png'] as const;

/** The content of a paste or drop event; it can be read only while the event is handled. */
export function transferred(data: DataTransfer): Omit<Arrival, 'at'> {
  return { plain: data.getData('text/plain'), html: data.getData('text/html'), files: [...data.files] };
}

/** The content of the clipboard; null if the browser or the user does not let the page read it. */
export async function readClipboard(): Promise<Omit<Arrival, 'at'> | null> {
  try {
    const items = await navigator.clipboard.read();
    const formOf = async (type: string): Promise<Blob | null> => {
      const item = items.find(({ types }) => types.includes(type));
      return item === undefined ? null : item.getType(type);
    };
    const textOf = async (type: string): Promise<string> => (await formOf(type))?.text() ?? '';
    const files: File[] = [];
    for (const type of IMAGE_FORMS) {
      const image = files.length === 0 ? await formOf(type) : null;
      if (image !== null) files.push(new File([image], type, { type }));
    }
    return { plain: await textOf('text/plain'), html: await textOf('text/html'), files };
  } catch {
    return null;
  }
}

/** Pasted or dropped content that waits to be taken, in order. */
export function useArrivals(): {
  readonly waiting: readonly Arrival[];
  readonly arrive: (arrival: Arrival) => void;
  readonly onTaken: () => void;
} {
  const [waiting, setWaiting] = useState<readonly Arrival[]>([]);
  const arrive = useCallback((arrival: Arrival) => setWaiting((now) => [...now, arrival]), []);
  const onTaken = useCallback(() => setWaiting((now) => now.slice(1)), []);
  return { waiting, arrive, onTaken };
}
