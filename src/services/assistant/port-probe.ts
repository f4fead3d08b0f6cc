import { problem, type Problem } from '#model/kernel/problem.ts';
import { ASSISTANT_PRODUCT } from '#protocol/assistant.ts';
import { isAccessDenied } from './machine-access.ts';

const PROBE_LIMIT_MS = 2000;

/**
 * Finds out why a websocket could not be opened, which the browser does not tell a page. It asks the port over HTTP.
 * The assistant lets a page read the answer only if it takes jobs from that page. So an answer that can't be read comes
 * from an assistant that does not know this page's address, or from another program: a page can't tell which. No answer
 * means that nothing listens on the port.
 */
export async function probePort(websocketUrl: string, fetcher: typeof fetch): Promise<Problem> {
  const url = websocketUrl.replace(/^ws/, 'http');
  try {
    const response = await fetcher(url, probeOptions('cors'));
    const answer: unknown = await response.json().catch(() => null);
    if (!isOurs(answer)) return problem('assistant.notOurs');
    return answer.originAllowed ? problem('assistant.notRunning') : problem('assistant.refusedOrigin');
  } catch {
    // Either nothing listens, or the answer may not be read by this page.
  }
  try {
    await fetcher(url, probeOptions('no-cors'));
    return problem('assistant.refusedOrigin');
  } catch {
    return problem((await isAccessDenied()) ? 'assistant.accessDenied' : 'assistant.notRunning');
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
