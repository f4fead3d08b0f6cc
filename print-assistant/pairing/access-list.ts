import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Type, type TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { parseJsonObject } from '#model/kernel/json-object.ts';
import { COMMAND_LINE_ORIGIN, hashSecret, type Pairing } from '#protocol/assistant-pairing.ts';
import { writeWhole } from '../files.ts';
import { SerialQueue } from '../serial-queue.ts';

/** When a pairing was used last is written down again once it is off by this much. */
const USE_STEP_MS = 60 * 60_000;
/** Beyond so many pairings one of the site that has most of them ends: that which was used longest ago. */
const MAX_PAIRINGS = 200;

export interface KeptPairing {
  readonly id: string;
  readonly origin: string;
  /** As its page calls the browser. */
  readonly browser: string;
  /** Whose the jobs are. */
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

/** A site whose pages may come in. */
export interface Site {
  readonly origin: string;
  /** Its pages print without being paired. */
  readonly open: boolean;
  /** From the environment, or the command line: it cannot be taken off the list here. */
  readonly fixed: boolean;
  /** The user has allowed it here to print without being paired. */
  readonly openedHere: boolean;
}

export interface AccessListOptions {
  /** Keeps the list, readable for this user alone. */
  readonly path: string;
  /** Exactly as browsers send it, such as `http://127.0.0.1:8080`. */
  readonly origins: readonly string[];
  readonly openOrigins: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Which sites may come in, and which of their browsers are paired. What changes is on the disk when its promise settles. */
export interface AccessList {
  sites(): readonly Site[];
  site(origin: string): Site | null;
  addSite(origin: string, open: boolean): Promise<void>;
  /** Takes back what was allowed here. Its pairings go with it, unless the environment names it. */
  removeSite(origin: string): Promise<void>;
  pairings(): readonly KeptPairing[];
  /** Null where it was revoked, never was, or is another site's. */
  pairing(id: string, origin: string): KeptPairing | null;
  /** `client` is the client's own word for whose the jobs are. */
  pair(origin: string, browser: string, client: string): Promise<Pairing>;
  used(id: string): Promise<void>;
  revoke(id: string): Promise<void>;
}

/** Whose the jobs of a client of this site are. */
export function ownerOf(origin: string, client: string): string {
  return createHash('sha256').update(`${origin} ${client}`).digest('hex').slice(0, 32);
}

export async function openAccessList(options: AccessListOptions): Promise<AccessList> {
  const { now } = options;
  let contents = await read(options.path);
  const changes = new SerialQueue();

  function change(next: (before: Contents) => Contents): Promise<void> {
    return changes.run(async () => {
      const after = next(contents);
      await writeWhole(options.path, `${JSON.stringify(after, null, 2)}\n`);
      contents = after;
    });
  }

  function sites(): Site[] {
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
      // A browser that is paired anew has lost its secret: nobody needs the old one any more.
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

/** The pairings, those that were used last in front, without what is too many: a site's many end none of another one's. */
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

/** A file that cannot be read lets nobody in: the browsers are paired anew. */
async function read(path: string): Promise<Contents> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  });
  const contents = parseJsonObject(text);
  return Check(ContentsSchema, contents) ? (contents as unknown as Contents) : { sites: [], pairings: [] };
}
