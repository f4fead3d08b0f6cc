import { useCallback, useState } from 'react';
import { readLook, writeLook, type PanelLook } from './panel-memory.ts';

/** The place and the size of the table; remembered by the browser. */
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
