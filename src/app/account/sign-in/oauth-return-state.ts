/** What the page keeps while its user is at a provider: in this tab alone, where no other page can put anything. */
export interface OAuthReturnState {
  readonly ticket: string;
  /** Where to go afterwards. */
  readonly target: string;
}

const STORAGE_KEY = 'thirdLogin';

/** Leaves for the provider. */
export function leaveForProvider(url: string, visit: OAuthReturnState): void {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(visit));
  window.location.assign(url);
}

/** The visit from which this page has come back; null without one. */
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

/** It is used once. */
export function forgetReturnState(): void {
  sessionStorage.removeItem(STORAGE_KEY);
}
