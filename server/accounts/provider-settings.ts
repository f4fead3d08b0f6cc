import { err, ok, type Result } from '#model/kernel/result.ts';

/** An OpenID Connect provider for sign-in. */
export interface OidcProvider {
  /** Part of addresses and of the database: it must not change. */
  readonly id: string;
  /** Label of the button. */
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Empty for a public client. */
  readonly clientSecret: string;
}

/** Reads the list of providers; the error is one line and contains no secret. */
export function readProviders(text: string): Result<readonly OidcProvider[], string> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return err('OIDC_PROVIDERS must be JSON or the path of a JSON file.');
  }
  if (!Array.isArray(value)) return err('OIDC_PROVIDERS must be a list: [{"id", "name", "issuer", "clientId", …}].');
  const providers: OidcProvider[] = [];
  for (const [i, one] of value.entries()) {
    const provider = readProvider(one);
    if (!provider.ok) return err(`OIDC_PROVIDERS, provider ${i + 1}: ${provider.error}`);
    if (providers.some(({ id }) => id === provider.value.id)) {
      return err(`OIDC_PROVIDERS: two providers have the id "${provider.value.id}".`);
    }
    providers.push(provider.value);
  }
  return ok(providers);
}

function readProvider(value: unknown): Result<OidcProvider, string> {
  const texts = new Map<string, string>();
  for (const name of ['id', 'name', 'issuer', 'clientId', 'clientSecret']) {
    const text: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
    if (typeof text === 'string' && text.trim() !== '') texts.set(name, text.trim());
    else if (name !== 'clientSecret') return err(`"${name}" is missing.`);
  }
  const id = texts.get('id') ?? '';
  const issuer = texts.get('issuer') ?? '';
  if (!/^[a-z0-9-]{1,32}$/.test(id)) return err('"id" may contain lowercase letters, digits and hyphens.');
  if (!isSafeIssuer(issuer)) return err('"issuer" must be an https address (http only on this machine).');
  return ok({
    id,
    issuer,
    name: texts.get('name') ?? '',
    clientId: texts.get('clientId') ?? '',
    clientSecret: texts.get('clientSecret') ?? '',
  });
}

function isSafeIssuer(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'https:' || isLoopbackHttp(url));
}

/** Only a loopback connection may go without TLS. */
export function isLoopbackHttp(url: URL): boolean {
  return url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
}
