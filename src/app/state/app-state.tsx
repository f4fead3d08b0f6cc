import { Provider, createStore } from 'jotai';
import type { Store } from 'jotai';
import type { ReactElement, ReactNode } from 'react';
import type { PrivilegeName } from '#protocol/api.ts';
import { connectGradesShown } from './grades-shown.ts';
import { connectSelectionBarShown } from './selection-bar-shown.ts';
import { connectLoading } from './loading.ts';
import { connectMemberNeed } from './member-need.ts';
import { connectSession } from './session.ts';
import { connectTheme } from './theme.ts';
import { connectUnit } from './unit.ts';

/** The state that is kept when the screen changes, with what code outside React may ask of it. */
export interface AppState {
  readonly store: Store;
  /** The server ended the session: whoever was signed in is asked to sign in again. */
  readonly sessionExpired: (reason: string) => void;
  /** The user waits for something from now on, until the function that it gives is called. */
  readonly beginLoading: () => () => void;
  /** The server has refused what only members may do. */
  readonly needsMember: (privilege: PrivilegeName) => void;
  /** Whose work is on the screen, even while the session has expired. Null when nobody is signed in. */
  readonly owner: () => string | null;
}

export function createAppState(): AppState {
  const store = createStore();
  connectUnit(store);
  connectGradesShown(store);
  connectSelectionBarShown(store);
  const session = connectSession(store);
  connectTheme(store);
  return { store, ...connectLoading(store), ...connectMemberNeed(store), ...session };
}

export function AppStateProvider(props: { readonly state: AppState; readonly children: ReactNode }): ReactElement {
  return <Provider store={props.state.store}>{props.children}</Provider>;
}
