import type { ServerLine } from '../dialing/server-line.ts';
import type { Pressed } from './press.ts';
import type { PageLanguage } from './texts.ts';

/** Actions of the buttons of the server; null for other actions. */
export async function pressServer(
  action: string,
  form: URLSearchParams,
  line: ServerLine,
  language: PageLanguage,
): Promise<Pressed | null> {
  if (action === 'unbind') {
    const unbound = await line.unbind();
    if (unbound === null) return {};
    const { server, told } = unbound;
    return { said: { key: told ? 'said.unbound' : 'said.unboundUntold', params: { server } } };
  }
  if (action !== 'bind') return null;
  const values = { server: form.get('server')?.trim() ?? '', code: form.get('code')?.trim() ?? '' };
  const bound = await line.bind({ ...values, language });
  if (bound.ok) return { said: { key: 'said.bound', params: { server: bound.value.server } } };
  const { type, server, reason } = bound.error;
  const fault = { key: `server.${type}`, params: { server, reason } } as const;
  return { draft: { form: 'server', values, faults: { [type === 'refused' ? 'code' : 'server']: fault } } };
}
