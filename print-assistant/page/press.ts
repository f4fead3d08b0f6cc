import type { Draft } from './drafts.ts';
import type { Said } from './status-page.ts';

/** What comes of a button: what is then told, or a form that could not be taken. */
export interface Pressed {
  readonly said?: Said;
  readonly draft?: Draft;
}
