import { problem, type Problem } from '#model/kernel/problem.ts';
import { ASSISTANT_PRODUCT } from '#protocol/assistant.ts';

const PROBE_LIMIT_MS = 2000;

/**
 * Finds out why a websocket could not be opened. The browser does not tell a page, so the port is asked over HTTP; our
 * assistant lets only those pages read its answer that it takes jobs from. An answer that can't be read comes either
 * from an assistant that does not know this page's address, or from another program: they look alike from here. No
 * answer means that nobody listens.
 */
export async function probePort(websocketUrl: string, fetcher: typeof fetch): Promise<Problem> {
  const url = websocketUrl.replace(/^ws/, 'http');
  try {
    const response = await fetcher(url, probeOptions('cors'));
    const answer: unknown = await response.json().catch(() => null);
    if (!isOurs(answer)) return problem('assistant.notOurs');
    return answer.originAllowed ? problem('assistant.notRunning') : problem('assistant.refusedOrigin');
  } catch {
    // Nobody listens, or somebody who does not let this page read the answer.
  }
  try {
    await fetcher(url, probeOptions('no-cors'));
    return problem('assistant.refusedOrigin');
  } catch {
    return problem('assistant.notRunning');
  }
}

function probeOptions(mode: 'cors' | 'no-cors'): RequestInit {
  return { mode, credentials: 'omit', cache: 'no-store', signal: AbortSignal.timeout(PROBE_LIMIT_MS) };
}

function isOurs(answer: unknown): answer is { readonly originAllowed: boolean } {
  if (typeof answer !== 'object' || answer === null) return false;
  const { product, originAllowed } = answer as { readonly product?: unknown; readonly originAllowed?: unknown };
  return product === ASSISTANT_PRODUCT && typeof originAllowed === 'boolean';
}
