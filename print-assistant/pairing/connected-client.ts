import { timingSafeEqual } from 'node:crypto';
import { problem } from '#model/kernel/problem.ts';
import { err, ok, type Result } from '#model/kernel/result.ts';
import type { AssistantInfo, RequestOf } from '#protocol/assistant.ts';
import { hashSecret, LOCAL_PROGRAM_ORIGIN, proofOfHash, type Pairing } from '#protocol/assistant-pairing.ts';
import { isOrigin } from '../settings.ts';
import type { AccessList } from './access-list.ts';
import type { Guesser, PairingCodes } from './codes.ts';
import type { Questions } from './questions.ts';
import type { Tickets } from './tickets.ts';

/** Decides which clients may print: the list of allowed sites, and the codes and tickets that add to it. */
export interface AccessParts {
  readonly access: AccessList;
  readonly codes: PairingCodes;
  readonly tickets: Tickets;
  readonly questions: Questions;
  readonly now: () => number;
  readonly log: (line: string) => void;
}

/** A connected page, program or server, and its permissions. */
export interface ConnectedClient {
  /** Its origin, by which clients share common resources. */
  readonly site: string;
  /**
   * Owner of its jobs, if it may print; null while it may only be paired. Evaluated each time: a pairing may be revoked.
   */
  permittedOwner(): string | null;
  hello(claim: RequestOf<'hello'>['pairing']): Pick<AssistantInfo, 'access' | 'proof'>;
  identify(given: Pairing): Promise<Result<null>>;
  /** Shows a code to the user. The answer has its validity in seconds. */
  askPairing(browser: string): Promise<Result<{ readonly seconds: number }>>;
  pair(wish: RequestOf<'pair'>): Promise<Result<Pairing>>;
  /** Asks the user whether it may print without pairing: it uses only the specification's messages. */
  requestPermission(): void;
}

/** Asks the user on the assistant's page, once an hour, whether this origin may print. Prints nothing. */
export function requestPermission(
  { access, questions, log }: AccessParts,
  origin: string = LOCAL_PROGRAM_ORIGIN,
): void {
  if (origin !== LOCAL_PROGRAM_ORIGIN && !isOrigin(origin)) return;
  const known = access.site(origin) !== null;
  if (!questions.ask({ origin, known })) return;
  const who = origin === LOCAL_PROGRAM_ORIGIN ? 'a program on this computer' : origin;
  log(`${who} requests permission to print without pairing. If you want this, allow it on this page.`);
}

/** `isSameUser`: whether the page's browser runs as the assistant's own user; null when unknown. */
export function createConnectedClient(
  origin: string,
  accessParts: AccessParts,
  isSameUser: () => Promise<boolean | null>,
): ConnectedClient {
  const { access, codes, tickets } = accessParts;
  /** The id of the pairing that this client has proven; null before. */
  let shown: string | null = null;

  async function guesser(): Promise<Guesser> {
    return (await isSameUser()) === false ? 'other' : 'own';
  }

  const hasCode = (): boolean => codes.valid().some((code) => code.origin === origin);

  async function admit({ by }: RequestOf<'pair'>): Promise<Result<null>> {
    if ('ticket' in by) {
      // Where the system reports the user at the other end, another user's programs need the code.
      const good = (await isSameUser()) !== false && tickets.take(by.ticket);
      return good ? ok(null) : err(problem('assistant.notPaired'));
    }
    const isShown = hasCode();
    const taken = codes.redeem(origin, by.code, await guesser());
    if (taken !== 'right' && isShown) accessParts.log(`wrong pairing code from ${origin}`);
    if (taken === 'right') return ok(null);
    return err(problem(taken === 'wrong' ? 'assistant.wrongCode' : 'assistant.noCode'));
  }

  return {
    site: origin,
    permittedOwner() {
      const pairing = shown === null ? null : access.pairing(shown, origin);
      if (pairing !== null) return pairing.owner;
      return access.site(origin)?.open === true ? `site ${origin}` : null;
    },
    hello(claim) {
      const known = claim === undefined ? null : access.pairing(claim.id, origin);
      if (known !== null && claim !== undefined) {
        return { access: 'known', proof: proofOfHash(known.secretHash, claim.nonce) };
      }
      return { access: access.site(origin)?.open === true ? 'open' : 'needed' };
    },
    async identify({ id, secret }) {
      const known = access.pairing(id, origin);
      const right = known !== null && timingSafeEqual(Buffer.from(known.secretHash), Buffer.from(hashSecret(secret)));
      if (!right) return err(problem('assistant.notPaired'));
      shown = id;
      await access.used(id);
      return ok(null);
    },
    async askPairing(browser) {
      const isShown = hasCode();
      const code = codes.show(origin, browser, await guesser());
      if (code === null) return err(problem('assistant.codesTried'));
      // A page that asks repeatedly does not fill the log.
      if (isShown) return ok({ seconds: Math.ceil((code.expiresAt - accessParts.now()) / 1000) });
      accessParts.log(
        `${origin} (${browser}) requests pairing. The code is ${code.code}; enter it there if you want this.`,
      );
      return ok({ seconds: Math.ceil((code.expiresAt - accessParts.now()) / 1000) });
    },
    async pair(wish) {
      const admitted = await admit(wish);
      if (!admitted.ok) return admitted;
      const pairing = await access.pair(origin, wish.browser, wish.client);
      shown = pairing.id;
      accessParts.log(`paired with ${origin} (${wish.browser})`);
      return ok(pairing);
    },
    requestPermission: () => requestPermission(accessParts, origin),
  };
}
