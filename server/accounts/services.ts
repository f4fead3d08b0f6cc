import type { BreachedPasswords } from './breached-passwords.ts';
import type { LoginGuard } from './login-guard.ts';
import type { Messenger } from './messenger.ts';
import type { OidcClients } from './oidc-clients.ts';
import type { CodeLimits } from './sent-codes.ts';

/** Services for registration and sign-in. */
export interface AccountServices {
  /** Passwords that are rejected as breached. */
  readonly breached: BreachedPasswords;
  /** Counts guesses at passwords. */
  readonly logins: LoginGuard;
  /** Mail and short messages. */
  readonly messenger: Messenger;
  readonly codeLimits: CodeLimits;
  /** Third parties through which users may sign in. */
  readonly oidc: OidcClients;
}
