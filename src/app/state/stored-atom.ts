import { useAtom, type WritableAtom } from 'jotai';
import { atomWithStorage } from 'jotai/vanilla/utils';
import { readStored, writeStored } from './browser-storage.ts';

export type StoredAtom<T> = WritableAtom<T, [T], void>;

/**
 * A preference that this browser keeps; all its tabs show the same. `parse` gives the value of a stored text (null for
 * none), whatever that is; `format` gives null for a value that needs no text.
 */
export function storedAtom<T>(
  key: string,
  parse: (text: string | null) => T,
  format: (value: T) => string | null = String,
): StoredAtom<T> {
  /** The value where the browser stores nothing: it lives as long as the page. */
  let unsaved: { readonly value: T } | null = null;
  const storage = {
    getItem: () => (unsaved === null ? parse(readStored(key)) : unsaved.value),
    setItem(_: string, value: T) {
      unsaved = writeStored(key, format(value)) ? null : { value };
    },
    removeItem: () => void writeStored(key, null),
    subscribe(_: string, show: (value: T) => void) {
      const listen = (event: StorageEvent): void => {
        if (event.key === key) show(parse(event.newValue));
      };
      window.addEventListener('storage', listen);
      return () => window.removeEventListener('storage', listen);
    },
  };
  return atomWithStorage<T>(key, parse(null), storage, { getOnInit: true }) as StoredAtom<T>;
}

/** The value, and how to change it. */
export function useStored<T>(atom: StoredAtom<T>): readonly [value: T, set: (value: T) => void] {
  return useAtom(atom);
}
