import type { Draft } from './drafts.ts';
import type { Said } from './status-page.ts';

/** Result of a button: a message, or a rejected form. */
export interface Pressed {
  readonly said?: Said;
  readonly draft?: Draft;
}
