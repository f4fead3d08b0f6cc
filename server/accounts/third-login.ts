import { err, ok, type Result } from '#model/kernel/result.ts';
import { withoutHidden } from '#model/kernel/shown-text.ts';
import type { ThirdLogin, ThirdLoginInput, ThirdLoginStart, UserInfo } from '#protocol/api.ts';
import { isDuplicate, type Db } from '../core/database/open-database.ts';
import type { User } from '../core/database/tables.ts';
import type { Identity, OidcClients, OidcFault } from './oidc-clients.ts';
import { invalid, type ApiError } from '../core/api-error.ts';
import { createAccount } from './accounts.ts';
import { completeSignIn, type SignInContext } from './complete-sign-in.ts';
import { newSecretToken, tokenHash } from '../core/secret-token.ts';

/** Lifetime of a visit at the provider, and of the decision after it. */
const VISIT_LIFETIME_MS = 10 * 60 * 1000;

export interface ThirdLoginContext extends SignInContext {
  readonly db: Db;
  readonly oidc: OidcClients;
  readonly time: number;
  readonly user: User | null;
}

/** Begins a visit at the provider; with `boundTo`, it binds the identity to that user. */
export async function beginVisit(
  { db, oidc, time }: ThirdLoginContext,
  provider: string,
  redirectUri: string,
  boundTo: User | null,
): Promise<Result<ThirdLoginStart, ApiError>> {
  const begun = await oidc.begin(provider, redirectUri);
  if (!begun.ok) return err(FAULTS[begun.error]);
  const { url, state, nonce, codeVerifier } = begun.value;
  const ticket = newSecretToken();
  await db
    .insertInto('third_party_visit')
    .values({
      ticket_hash: tokenHash(ticket),
      provider,
      user_id: boundTo?.id ?? null,
      state,
      nonce,
      code_verifier: codeVerifier,
      redirect_uri: redirectUri,
      issuer: null,
      subject: null,
      label: null,
      expires_at: time + VISIT_LIFETIME_MS,
    })
    .execute();
  return ok({ url, ticket });
}

/**
 * Ends the visit: signs in the identity's user, binds it, or keeps the identity until an account is created for it. An
 * equal e-mail address means nothing: only the identity itself opens an account.
 */
export async function endVisit(
  context: ThirdLoginContext,
  { ticket, query }: ThirdLoginInput,
): Promise<Result<ThirdLogin, ApiError>> {
  const { db, oidc, time, user } = context;
  // Deleted first, so a visit is never used twice.
  const visit = await db
    .deleteFrom('third_party_visit')
    .where('ticket_hash', '=', tokenHash(ticket))
    .where('subject', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (visit === undefined || Number(visit.expires_at) <= time) return err(EXPIRED);
  if (visit.user_id !== null && visit.user_id !== user?.id) return err(invalid('provider', 'third.otherUser'));
  const { provider, redirect_uri: redirectUri, state, nonce, code_verifier: codeVerifier } = visit;
  const found = await oidc.finish(provider, redirectUri, query, { state, nonce, codeVerifier });
  if (!found.ok) return err(FAULTS[found.error]);
  const owner = await ownerOf(db, provider, found.value);
  if (visit.user_id !== null) return bindIdentity(db, provider, found.value, visit.user_id, owner, time);
  if (owner !== null) {
    const signedIn = await completeSignIn(context, owner);
    return signedIn.ok ? ok({ outcome: 'signedIn', user: signedIn.value }) : signedIn;
  }
  await db
    .insertInto('third_party_visit')
    .values({ ...visit, ...found.value, expires_at: time + VISIT_LIFETIME_MS })
    .execute();
  return ok({ outcome: 'new', provider, label: found.value.label });
}

/** Creates an account for the identity of that ticket. */
export async function registerIdentity(
  context: ThirdLoginContext,
  input: { readonly ticket: string; readonly agreement: boolean },
  folderName: string,
): Promise<Result<UserInfo, ApiError>> {
  const { db, time } = context;
  if (!input.agreement) return err(invalid('agreement', 'account.notAgreed'));
  const visit = await db
    .deleteFrom('third_party_visit')
    .where('ticket_hash', '=', tokenHash(input.ticket))
    .where('subject', 'is not', null)
    .returningAll()
    .executeTakeFirst();
  if (visit === undefined || Number(visit.expires_at) <= time) return err(EXPIRED);
  const { provider, issuer, subject, label } = visit;
  if (issuer === null || subject === null) return err(EXPIRED);
  const identity = { issuer, subject, label: label ?? '' };
  // An address must not be shown as a nickname; the part before the @ may.
  const [nickname = ''] = identity.label.split('@', 1);
  const account = { password: null, nickname: withoutHidden(nickname.slice(0, 40)), agreedAt: time };
  if ((await ownerOf(db, provider, identity)) !== null) return err(EXPIRED);
  const user = await createAccount(db, account, folderName, time, (trx, made) =>
    addIdentity(trx, provider, identity, made.id, time),
  );
  return user.ok ? completeSignIn(context, user.value) : user;
}

async function bindIdentity(
  db: Db,
  provider: string,
  identity: Identity,
  userId: string,
  owner: User | null,
  time: number,
): Promise<Result<ThirdLogin, ApiError>> {
  if (owner !== null && owner.id !== userId) return err(invalid('provider', 'third.taken'));
  if (owner === null) {
    try {
      await addIdentity(db, provider, identity, userId, time);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      return err(invalid('provider', 'third.hasOne'));
    }
  }
  return ok({ outcome: 'bound', provider });
}

async function addIdentity(db: Db, provider: string, identity: Identity, userId: string, time: number): Promise<void> {
  await db
    .insertInto('external_identity')
    .values({ provider, ...identity, user_id: userId, created_at: time })
    .execute();
}

async function ownerOf(db: Db, provider: string, { issuer, subject }: Identity): Promise<User | null> {
  const user = await db
    .selectFrom('external_identity')
    .innerJoin('user', 'user.id', 'external_identity.user_id')
    .selectAll('user')
    .where('provider', '=', provider)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return user ?? null;
}

const EXPIRED = invalid('provider', 'third.expired');
const FAULTS: Readonly<Record<OidcFault, ApiError>> = {
  unknownProvider: invalid('provider', 'third.unknownProvider'),
  unreachable: invalid('provider', 'third.unreachable'),
  denied: invalid('provider', 'third.denied'),
  failed: invalid('provider', 'third.failed'),
};
