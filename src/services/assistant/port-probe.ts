import { problem, type Problem } from '#model/kernel/problem.ts';
import { ASSISTANT_PRODUCT } from '#protocol/assistant.ts';
import { isAccessDenied } from './machine-access.ts';

const PROBE_LIMIT_MS = 2000;

export interface Probed {
  readonly reason: Problem;
  /** Whether an assistant answered that this page may read, and that accepts jobs with this scheme. */
  readonly isThere: boolean;
}

/**
 * Finds out why a websocket could not be opened, which the browser hides from pages. It asks the port over HTTP. The
 * assistant lets a page read the answer only if it accepts jobs from that page. An unreadable answer therefore comes
 * from an assistant that doesn't know this page's address, or from another program: a page can't distinguish them.
 * Without an answer, nothing listens on the port. `assistant.untrusted` is returned for an assistant that requires TLS:
 * if that was tried, too, its certificate is not trusted.
 */
export async function probePort(websocketUrl: string, fetcher: typeof fetch): Promise<Probed> {
  const url = websocketUrl.replace(/^ws/, 'http');
  try {
    const response = await fetcher(url, probeOptions('cors'));
    const answer: unknown = await response.json().catch(() => null);
    if (!isOurs(answer)) return { reason: problem('assistant.notOurs'), isThere: false };
    if (!answer.originAllowed) return { reason: problem('assistant.refusedOrigin'), isThere: true };
    const wantsTls = answer.tls === true;
    return { reason: problem(wantsTls ? 'assistant.untrusted' : 'assistant.notRunning'), isThere: !wantsTls };
  } catch {
    // Either nothing listens, or this page may not read the answer.
  }
  try {
    await fetcher(url, probeOptions('no-cors'));
    return { reason: problem('assistant.refusedOrigin'), isThere: false };
  } catch {
    const denied = await isAccessDenied();
    return { reason: problem(denied ? 'assistant.accessDenied' : 'assistant.notRunning'), isThere: false };
  }
}

function probeOptions(mode: 'cors' | 'no-cors'): RequestInit {
  return { mode, credentials: 'omit', cache: 'no-store', signal: AbortSignal.timeout(PROBE_LIMIT_MS) };
}

function isOurs(answer: unknown): answer is { readonly originAllowed: boolean; readonly tls?: unknown } {
  if (typeof answer !== 'object' || answer === null) return false;
  const { product, originAllowed } = answer as { readonly product?: unknown; readonly originAllowed?: unknown };
  return product === ASSISTANT_PRODUCT && typeof originAllowed === 'boolean';
}
