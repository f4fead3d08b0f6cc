import { useEffect, useSyncExternalStore } from 'react';
import { problem, type Problem } from '#model/kernel/problem.ts';
import { err, type Result } from '#model/kernel/result.ts';
import { API_CODES, type BrandKit } from '#protocol/api.ts';
import type { ApiClient } from '#services/api/api-client.ts';
import { useServices } from './services.tsx';
import { useSession, useSessionExpired } from './session.ts';
import { contentOf, type ChangeBrandKit } from './brand-kit-content.ts';

interface Snapshot {
  /** null until there is one. */
  readonly kit: BrandKit | null;
  /** Why it could not be fetched the last time. */
  readonly problem: Problem | null;
}

export interface BrandKitState extends Snapshot {
  /** Whether there is neither a kit nor a problem yet. */
  readonly isLoading: boolean;
  readonly reload: () => Promise<void>;
  /**
   * Changes are saved one after the other. When another page has changed the kit meanwhile, nothing is overwritten: the
   * kit is fetched again, and the problem says so.
   */
  readonly change: ChangeBrandKit;
}

/**
 * The account's brand kit, fetched whenever `wanted` becomes true: when a menu opens. `once` is for parts that need no
 * fresh one. Nobody waits for it: without an answer, menus lack its entries.
 */
export function useBrandKit(wanted: boolean | 'once' = true): BrandKitState {
  const { api } = useServices();
  const store = storeOf(api);
  const snapshot = useSyncExternalStore(store.subscribe, store.snapshot);
  const isSignedIn = useSession() !== null;
  const expired = useSessionExpired();
  const mayAsk = isSignedIn && !expired;
  useEffect(() => {
    if (!mayAsk || wanted === false) return;
    if (wanted === true || !store.wasAsked()) void store.reload();
  }, [store, mayAsk, wanted]);
  const isLoading = snapshot.kit === null && snapshot.problem === null && mayAsk;
  return { ...snapshot, isLoading, reload: store.reload, change: store.change };
}

/** One kit for all parts of a page, so that none of them saves an old revision. */
interface BrandKitStore {
  snapshot(): Snapshot;
  subscribe(listener: () => void): () => void;
  /** Whether the kit was fetched, or is being fetched. */
  wasAsked(): boolean;
  readonly reload: () => Promise<void>;
  readonly change: ChangeBrandKit;
}

/** Nothing clears it: a change of users loads the page again (see `useDepart`). */
const stores = new WeakMap<ApiClient, BrandKitStore>();

function storeOf(api: ApiClient): BrandKitStore {
  const store = stores.get(api) ?? createBrandKitStore(api);
  stores.set(api, store);
  return store;
}

function createBrandKitStore(api: Pick<ApiClient, 'call'>): BrandKitStore {
  const listeners = new Set<() => void>();
  let now: Snapshot = { kit: null, problem: null };
  let asking: Promise<void> | null = null;
  let saving: Promise<unknown> = Promise.resolve();
  /** The revision of the last change that this page saved. */
  let saved = 0;

  function set(next: Snapshot): void {
    now = next;
    for (const listener of listeners) listener();
  }
  async function ask(): Promise<void> {
    const answer = await api.call('brandKit', {});
    asking = null;
    if (!answer.ok) set({ kit: now.kit, problem: answer.error });
    // Otherwise the answer is from before a change was saved.
    else if (answer.value.revision >= saved) set({ kit: answer.value, problem: null });
  }
  function reload(): Promise<void> {
    asking ??= ask();
    return asking;
  }
  async function save(make: Parameters<ChangeBrandKit>[0]): Promise<Result<BrandKit>> {
    if (now.kit === null) await reload();
    if (now.kit === null) return err(now.problem ?? problem('server.unreachable'));
    const answer = await api.call('saveBrandKit', { revision: now.kit.revision, ...make(contentOf(now.kit)) });
    if (answer.ok) {
      saved = answer.value.revision;
      set({ kit: answer.value, problem: null });
      return answer;
    }
    if (answer.error.apiCode === API_CODES.changedMeanwhile) {
      saved = 0;
      await reload();
    }
    return answer;
  }
  return {
    snapshot: () => now,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    wasAsked: () => now.kit !== null || asking !== null,
    reload,
    change(make) {
      const next = saving.then(() => save(make));
      saving = next;
      return next;
    },
  };
}
