import { Provider, createStore, type Store } from 'jotai';
import type { ReactElement, ReactNode } from 'react';
import type { PrivilegeName } from '#protocol/api.ts';
import { connectLoading } from './loading.ts';
import { connectMemberNeed } from './member-need.ts';
import { connectSession } from './session.ts';
import { connectTheme } from './theme.ts';

/** The state that survives a change of screens, with the parts that code outside React uses. */
export interface AppState {
  readonly store: Store;
  /** The server ended the session: asks the user to sign in again. */
  readonly sessionExpired: (reason: string) => void;
  /** Shows the loading indicator until the returned function is called. */
  readonly beginLoading: () => () => void;
  /** The server has rejected an action for members. */
  readonly needsMember: (privilege: PrivilegeName) => void;
  /** The owner of the work on the screen, even after the session has expired. Null without a signed-in user. */
  readonly owner: () => string | null;
}

export function createAppState(): AppState {
  const store = createStore();
  const session = connectSession(store);
  connectTheme(store);
  return { store, ...connectLoading(store), ...connectMemberNeed(store), ...session };
}

export function AppStateProvider(props: { readonly state: AppState; readonly children: ReactNode }): ReactElement {
  return <Provider store={props.state.store}>{props.children}</Provider>;
}
