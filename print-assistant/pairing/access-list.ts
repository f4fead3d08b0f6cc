import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pLimit from 'p-limit';
import { Type, type TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { parseJsonObject } from '#model/kernel/json-object.ts';
import { HOUR_MS } from '#model/kernel/time.ts';
import { COMMAND_LINE_ORIGIN, hashSecret, type Pairing } from '#protocol/assistant-pairing.ts';
import { writeWhole } from '../files.ts';

/** The time of last use is saved again once it is off by this much. */
const USE_STEP_MS = HOUR_MS;
/** Beyond this many pairings, the least recently used one of the site with most of them ends. */
const MAX_PAIRINGS = 200;

export interface KeptPairing {
  readonly id: string;
  readonly origin: string;
  /** The browser's name, from its page. */
  readonly browser: string;
  /** Owner of the jobs. */
  readonly owner: string;
  readonly secretHash: string;
  /** Milliseconds since 1970. */
  readonly pairedAt: number;
  readonly usedAt: number;
}

interface Contents {
  readonly sites: readonly { readonly origin: string; readonly open: boolean }[];
  readonly pairings: readonly KeptPairing[];
}

const Text = Type.String();
const ContentsSchema: TSchema = Type.Object({
  sites: Type.Array(Type.Object({ origin: Text, open: Type.Boolean() })),
  pairings: Type.Array(
    Type.Object({
      id: Text,
      origin: Text,
      browser: Text,
      owner: Text,
      secretHash: Text,
      pairedAt: Type.Number(),
      usedAt: Type.Number(),
    }),
  ),
});

/** A site whose pages may connect. */
export interface AllowedSite {
  readonly origin: string;
  /** Its pages print without pairing. */
  readonly open: boolean;
  /** From the environment, or the command line: it cannot be removed here. */
  readonly fixed: boolean;
  /** The user has allowed it here to print without pairing. */
  readonly openedHere: boolean;
}

export interface AccessListOptions {
  /** File of the list, readable for this user only. */
  readonly path: string;
  /** Exactly as browsers send it, such as `http://127.0.0.1:8080`. */
  readonly origins: readonly string[];
  readonly openOrigins: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The allowed sites, and their paired browsers. Changes are on the disk when the promise settles. */
export interface AccessList {
  sites(): readonly AllowedSite[];
  site(origin: string): AllowedSite | null;
  addSite(origin: string, open: boolean): Promise<void>;
  /** Revokes what was allowed here. Its pairings end, unless the environment names it. */
  removeSite(origin: string): Promise<void>;
  pairings(): readonly KeptPairing[];
  /** Null where it was revoked, never existed, or is another site's. */
  pairing(id: string, origin: string): KeptPairing | null;
  /** `client` is the client's own name for the owner of its jobs. */
  pair(origin: string, browser: string, client: string): Promise<Pairing>;
  used(id: string): Promise<void>;
  revoke(id: string): Promise<void>;
}

/** Owner of the jobs of a client of this site. */
export function ownerOf(origin: string, client: string): string {
  return createHash('sha256').update(`${origin} ${client}`).digest('hex').slice(0, 32);
}

export async function openAccessList(options: AccessListOptions): Promise<AccessList> {
  const { now } = options;
  let contents = await read(options.path);
  const changes = pLimit(1);

  function change(next: (before: Contents) => Contents): Promise<void> {
    return changes(async () => {
      const after = next(contents);
      await writeWhole(options.path, `${JSON.stringify(after, null, 2)}\n`);
      contents = after;
    });
  }

  function sites(): AllowedSite[] {
    const fixed = [...new Set([...options.origins, ...options.openOrigins, COMMAND_LINE_ORIGIN])].map((origin) => ({
      origin,
      open: options.openOrigins.includes(origin) || isOpenHere(origin),
      fixed: true,
      openedHere: isOpenHere(origin),
    }));
    const added = contents.sites.filter(({ origin }) => fixed.every((site) => site.origin !== origin));
    return [...fixed, ...added.map((site) => ({ ...site, fixed: false, openedHere: site.open }))];
  }
  const isOpenHere = (origin: string): boolean => contents.sites.some((site) => site.origin === origin && site.open);
  const isFixed = (origin: string): boolean => sites().some((site) => site.origin === origin && site.fixed);

  return {
    sites,
    site: (origin) => sites().find((site) => site.origin === origin) ?? null,
    addSite: (origin, open) =>
      change((before) => ({
        ...before,
        sites: [...before.sites.filter((site) => site.origin !== origin), { origin, open }],
      })),
    removeSite: (origin) =>
      change(({ sites: all, pairings }) => ({
        sites: all.filter((site) => site.origin !== origin),
        pairings: isFixed(origin) ? pairings : pairings.filter((pairing) => pairing.origin !== origin),
      })),
    pairings: () => contents.pairings,
    pairing: (id, origin) => contents.pairings.find((kept) => kept.id === id && kept.origin === origin) ?? null,
    async pair(origin, browser, client) {
      const id = randomBytes(8).toString('hex');
      const secret = randomBytes(32).toString('hex');
      const owner = ownerOf(origin, client);
      const times = { pairedAt: now(), usedAt: now() };
      const kept: KeptPairing = { id, origin, browser, owner, secretHash: hashSecret(secret), ...times };
      // A browser that pairs again has lost its secret: the old one is no longer needed.
      await change((before) => ({
        ...before,
        pairings: withinLimit(
          [...before.pairings.filter((other) => other.owner !== owner), kept].toSorted((a, b) => b.usedAt - a.usedAt),
        ),
      }));
      return { id, secret };
    },
    async used(id) {
      const present = contents.pairings.find((kept) => kept.id === id);
      if (present === undefined || now() - present.usedAt < USE_STEP_MS) return;
      await change((before) => ({
        ...before,
        pairings: before.pairings.map((kept) => (kept.id === id ? { ...kept, usedAt: now() } : kept)),
      }));
    },
    revoke: (id) => change((before) => ({ ...before, pairings: before.pairings.filter((kept) => kept.id !== id) })),
  };
}

/**
 * The pairings, most recently used first, without the excess ones: a site with many cannot end those of another one.
 */
function withinLimit(pairings: readonly KeptPairing[]): readonly KeptPairing[] {
  if (pairings.length <= MAX_PAIRINGS) return pairings;
  const counts = new Map<string, number>();
  for (const { origin } of pairings) counts.set(origin, (counts.get(origin) ?? 0) + 1);
  const [[greediest] = []] = [...counts].toSorted(([, a], [, b]) => b - a);
  return pairings.toSpliced(
    pairings.findLastIndex(({ origin }) => origin === greediest),
    1,
  );
}

/** An unreadable file allows no browser: the browsers pair again. */
async function read(path: string): Promise<Contents> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  });
  const contents = parseJsonObject(text);
  return Check(ContentsSchema, contents) ? (contents as unknown as Contents) : { sites: [], pairings: [] };
}
