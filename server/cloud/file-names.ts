import { withoutHidden } from '#model/kernel/shown-text.ts';
import { NAME_MAX_LENGTH, tidyName } from '../core/names.ts';

/** Space for " (1000000)". */
const NUMBER_LENGTH = 10;

/** The extension in lower case, without the dot; '' for none. */
export function endingOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase();
}

/** The name that a user wants for a file, with the file's own extension. */
export function tidyFileName(wanted: string, ending: string): string {
  const name = tidyName(wanted);
  return endingOf(name) === ending ? name : `${name}.${ending}`;
}

/**
 * The stored name of an uploaded file. Forbidden characters become `_`, and invisible ones are removed: a file was
 * named on another system, and a user who uploads a hundred of them can't rename each before. A name that is too long
 * loses its middle part.
 */
export function uploadedName(name: string): string {
  const given = endingOf(name);
  const ending = withoutHidden(given);
  const stem = tidyName(given === '' ? name : name.slice(0, -given.length - 1));
  const safe = Array.from(stem, (c) => (/[\\/:*?"<>|\u007f]/.test(c) || c < ' ' ? '_' : c)).join('');
  return `${shortened(withoutHidden(safe), NAME_MAX_LENGTH - ending.length - 1).trim() || '_'}.${ending}`;
}

/**
 * The name, or the first free one of "name (2).png", "name (3).png" …. `numbers` keeps the progress of each name for
 * calls with more and more taken names.
 */
export function numberedName(
  name: string,
  taken: ReadonlySet<string>,
  numbers: Map<string, number> = new Map(),
): string {
  if (!taken.has(name)) return name;
  const ending = endingOf(name);
  const stem = shortened(name.slice(0, -ending.length - 1), NAME_MAX_LENGTH - ending.length - 1 - NUMBER_LENGTH);
  const key = `${stem}.${ending}`;
  let number = numbers.get(key) ?? 2;
  while (taken.has(`${stem} (${number}).${ending}`)) number++;
  numbers.set(key, number + 1);
  return `${stem} (${number}).${ending}`;
}

/** Never cuts a character in two. */
function shortened(text: string, length: number): string {
  let short = '';
  for (const character of text) {
    if (short.length + character.length > length) break;
    short += character;
  }
  return short.trimEnd();
}
