/** A user of a resource that all clients share. */
export interface Client {
  /** Its origin: that of its page, the command line, a server. */
  readonly site: string;
  /** Owner of its jobs: a pairing, or the site where pairing is not required. */
  readonly owner: string;
}

/** A client, or a whole site. */
export type Sharer = Pick<Client, 'site'> & Partial<Client>;

/** An amount that clients share; no client can take the last of it. */
export interface FairShare {
  /** Takes `amount` and gives the function that returns it; null where that exceeds the client's share. */
  take(sharer: Sharer, amount: number): (() => void) | null;
  /** The maximum for the client while the others hold what they do. */
  most(sharer: Sharer): number;
}

/**
 * Shares `total`: a site holds at most half of what the other sites leave, and a pairing at most half of what the
 * site's other pairings leave of that. So as much as the greediest site holds is always free, and the next one gets its
 * part immediately (dynamic thresholds: Choudhury and Hahne, IEEE/ACM Transactions on Networking 6, 1998). A site that
 * holds nothing gets what is free.
 */
export function createFairShare(total: number): FairShare {
  const bySite = new Map<string, Map<string, number>>();
  let held = 0;

  function sums({ site, owner = '' }: Sharer): { readonly ofSite: number; readonly own: number } {
    const owners = bySite.get(site);
    return {
      ofSite: [...(owners?.values() ?? [])].reduce((sum, amount) => sum + amount, 0),
      own: owners?.get(owner) ?? 0,
    };
  }

  function add({ site, owner = '' }: Sharer, amount: number): void {
    const owners = bySite.get(site) ?? new Map<string, number>();
    const own = (owners.get(owner) ?? 0) + amount;
    held += amount;
    if (own > 0) owners.set(owner, own);
    else owners.delete(owner);
    if (owners.size > 0) bySite.set(site, owners);
    else bySite.delete(site);
  }

  function most(sharer: Sharer): number {
    const { ofSite, own } = sums(sharer);
    const siteMost = (total - (held - ofSite)) / 2;
    return Math.floor(sharer.owner === undefined ? siteMost : Math.max(0, siteMost - (ofSite - own)) / 2);
  }

  return {
    most,
    take(sharer, amount) {
      const { ofSite, own } = sums(sharer);
      if (ofSite === 0 ? amount > total - held : own + amount > most(sharer)) return null;
      add(sharer, amount);
      let isBack = false;
      return () => {
        if (isBack) return;
        isBack = true;
        add(sharer, -amount);
      };
    },
  };
}
