/** Rows of sign-in and its protection. Times are milliseconds since 1970. */

export interface SessionTable {
  /** SHA-256 of the token, so that a reader of the database can't take over a session. */
  token_hash: string;
  user_id: string;
  created_at: number;
  expires_at: number;
  /** The browser's user agent at its last sign-in, at most 200 characters. */
  user_agent: string;
  /** The address of its last use, shortened. */
  address: string;
  /** To the minute; 0 for unknown. */
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
  /** SHA-256 of the counted key: a mistyped password may be in the account field and must not be stored. */
  key: string;
  failures: number;
  last_at: number;
  blocked_until: number;
}

/** A code that was sent to an address for one purpose. Two may be valid at a time. */
export interface SentCodeTable {
  /** SHA-256 of purpose, target and the index of the code, since two may be valid at a time. */
  key: string;
  /** argon2id: a fast hash of six digits could be reversed. */
  code_hash: string;
  sent_at: number;
  expires_at: number;
}

/** Codes requested since a time, for one target or by one address. */
export interface CodeCountTable {
  /** SHA-256 of the counted key. */
  key: string;
  count: number;
  since: number;
}

/** An account at another provider that opens a user's account here. */
export interface ExternalIdentityTable {
  /** The provider's id in the settings. */
  provider: string;
  issuer: string;
  /** The permanent identifier there. */
  subject: string;
  user_id: string;
  /** A name or address there, shown to the user. It proves nothing. */
  label: string;
  created_at: number;
}

/** A visit at a provider, from its start until its result is used. */
export interface ThirdPartyVisitTable {
  /** SHA-256 of the ticket, which only the browser has that began the visit. */
  ticket_hash: string;
  provider: string;
  /** The account to bind the identity to; null for a sign-in. */
  user_id: string | null;
  state: string;
  nonce: string;
  code_verifier: string;
  redirect_uri: string;
  /** The identity's issuer; null until the browser returns. */
  issuer: string | null;
  subject: string | null;
  label: string | null;
  expires_at: number;
}

/** One-time codes of a user. Secrets are sealed (`secret-box.ts`). */
export interface SecondFactorTable {
  user_id: string;
  /** Null until one of its codes has been entered. */
  secret: string | null;
  confirmed_at: number | null;
  /** The period of the last accepted code: no code up to it is accepted again. */
  last_step: number;
  /** The secret that is being set up. */
  draft: string | null;
  draft_at: number;
}

/** An unused recovery code. */
export interface RecoveryCodeTable {
  user_id: string;
  /** Keyed (`secret-box.ts`): the codes are short enough to be guessed from a plain digest. */
  digest: string;
}

/** A sign-in with a correct password that waits for the second factor. */
export interface SignInTicketTable {
  token_hash: string;
  user_id: string;
  /** 1 for a browser or address known as the user's. */
  known: number;
  expires_at: number;
}

export interface PasskeyTable {
  /** The credential's id, base64url. */
  id: string;
  user_id: string;
  /** The host name that it was made for. */
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

/** A challenge for an authenticator; each is accepted once. */
export interface PasskeyChallengeTable {
  digest: string;
  /** The user of a new passkey; null for a sign-in. */
  user_id: string | null;
  expires_at: number;
}

/** The download of an account's archive, in progress or about to start. */
export interface AccountExportTable {
  user_id: string;
  token_hash: string;
  /** 0 or 1. */
  started: number;
  /** Extended during the download, so a killed server doesn't block the next one for long. */
  expires_at: number;
}

/** Requests of one kind from one address in the period that ends at `ends_at`. */
export interface RateCountTable {
  /** SHA-256 of the counted key. */
  key: string;
  count: number;
  ends_at: number;
}

/** A signed call that was made and can't be repeated. */
export interface UsedNonceTable {
  /** SHA-256 of the signing key's name and the call's nonce. */
  key: string;
  /** After this the call's own time is too old. */
  expires_at: number;
}
