/** State that is kept during a visit to a provider: in this tab only, where no other page can write. */
export interface OAuthReturnState {
  readonly ticket: string;
  /** The path after signing in. */
  readonly target: string;
}

const STORAGE_KEY = 'thirdLogin';

/** Opens the provider's page. */
export function leaveForProvider(url: string, visit: OAuthReturnState): void {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(visit));
  window.location.assign(url);
}

/** The visit from which this page has returned; null without one. */
export function readReturnState(): OAuthReturnState | null {
  const text = sessionStorage.getItem(STORAGE_KEY);
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    if (typeof value !== 'object' || value === null) return null;
    const { ticket, target } = value as Record<string, unknown>;
    return typeof ticket === 'string' && typeof target === 'string' ? { ticket, target } : null;
  } catch {
    return null;
  }
}

/** The state is used once. */
export function forgetReturnState(): void {
  sessionStorage.removeItem(STORAGE_KEY);
}
