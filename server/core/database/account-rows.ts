/** Rows of signing in and of what guards it. Times are milliseconds since 1970. */

export interface SessionTable {
  /** SHA-256 of the token, so that a reader of the database can't take over a session. */
  token_hash: string;
  user_id: string;
  created_at: number;
  expires_at: number;
  /** What the browser called itself when it last signed in, at most 200 characters. */
  user_agent: string;
  /** Where it was last used from, shortened. */
  address: string;
  /** To the minute; 0 where it is not known. */
  used_at: number;
}

/** A browser in which a user has signed in before. One browser may be known for several users. */
export interface KnownBrowserTable {
  /** SHA-256 of the browser's own long-lived cookie. */
  token_hash: string;
  user_id: string;
  used_at: number;
}

/** An address from which a user has signed in. */
export interface KnownPlaceTable {
  user_id: string;
  /** SHA-256 of the address. */
  address_hash: string;
  used_at: number;
}

/** Failed sign-ins of one address, one account or one known browser. */
export interface LoginFailureTable {
  /** SHA-256 of what is counted: a mistyped password may be in the account field and must not be kept. */
  key: string;
  failures: number;
  last_at: number;
  blocked_until: number;
}

/** A code that was sent to an address for one purpose. Two may be valid at a time. */
export interface SentCodeTable {
  /** SHA-256 of purpose, target and which of the two codes it is that may be valid at a time. */
  key: string;
  /** argon2id: a fast hash of six digits would be no secret. */
  code_hash: string;
  sent_at: number;
  expires_at: number;
}

/** How many codes were asked for since a time, of one target or by one address. */
export interface CodeCountTable {
  /** SHA-256 of what is counted. */
  key: string;
  count: number;
  since: number;
}

/** An account at another provider that opens a user's account here. */
export interface ExternalIdentityTable {
  /** The provider's id in the settings. */
  provider: string;
  issuer: string;
  /** Who it is there, for ever. */
  subject: string;
  user_id: string;
  /** What the user reads: a name or an address there. It proves nothing. */
  label: string;
  created_at: number;
}

/** A visit at a provider that has begun here, until it has come back and been used. */
export interface ThirdPartyVisitTable {
  /** SHA-256 of the ticket that only the browser has in which it began. */
  ticket_hash: string;
  provider: string;
  /** Whose account the identity is to be bound to; null when it is to sign in. */
  user_id: string | null;
  state: string;
  nonce: string;
  code_verifier: string;
  redirect_uri: string;
  /** Who has come back; null while nobody has. */
  issuer: string | null;
  subject: string | null;
  label: string | null;
  expires_at: number;
}

/** One-time codes of a user. Secrets are sealed (`secret-box.ts`). */
export interface SecondFactorTable {
  user_id: string;
  /** Null until a code of it has been shown. */
  secret: string | null;
  confirmed_at: number | null;
  /** The period of the last code that was accepted: neither it nor one before it is accepted again. */
  last_step: number;
  /** The secret that is being set up. */
  draft: string | null;
  draft_at: number;
}

/** A recovery code that is not used up. */
export interface RecoveryCodeTable {
  user_id: string;
  /** Keyed (`secret-box.ts`): the codes are short enough to be guessed from a plain one. */
  digest: string;
}

/** A sign-in whose password was right and whose second factor is still to come. */
export interface SignInTicketTable {
  token_hash: string;
  user_id: string;
  /** 1 where the browser or the address was known as the user's. */
  known: number;
  expires_at: number;
}

export interface PasskeyTable {
  /** The credential's id, base64url. */
  id: string;
  user_id: string;
  /** The name of the host that it was made for. */
  rp_id: string;
  /** COSE, base64url. */
  public_key: string;
  counter: number;
  /** JSON. */
  transports: string;
  name: string;
  created_at: number;
  used_at: number | null;
}

/** What an authenticator has to sign; each is taken once. */
export interface PasskeyChallengeTable {
  digest: string;
  /** Whose passkey it is for when one is added; null when somebody signs in. */
  user_id: string | null;
  expires_at: number;
}

/** The archive of an account that is fetched, or about to be. */
export interface AccountExportTable {
  user_id: string;
  token_hash: string;
  /** 0 or 1. */
  started: number;
  /** Pushed forward while it is fetched: what a killed server has left holds nobody up for long. */
  expires_at: number;
}

/** Requests of one kind from one address in the time that ends at `ends_at`. */
export interface RateCountTable {
  /** SHA-256 of what is counted. */
  key: string;
  count: number;
  ends_at: number;
}

/** A signed call that was made: it is not taken a second time. */
export interface UsedNonceTable {
  /** SHA-256 of the signing key's name and the call's nonce. */
  key: string;
  /** From then on the call's own time is too long ago. */
  expires_at: number;
}
