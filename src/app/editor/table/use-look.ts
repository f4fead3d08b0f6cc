import { useCallback, useState } from 'react';
import { readLook, writeLook, type PanelLook } from './panel-memory.ts';

/** Where the table stands and how large it is; remembered by the browser. */
export function useLook(): readonly [PanelLook, (part: Partial<PanelLook>) => void] {
  const [look, setLook] = useState(readLook);
  const change = useCallback((part: Partial<PanelLook>) => {
    setLook((now) => {
      const next = { ...now, ...part };
      writeLook(next);
      return next;
    });
  }, []);
  return [look, change];
}
