import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** A real OpenID Connect provider on loopback. Its sign-in page has a button for each account, and one to reject. */
export interface TestProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly close: () => Promise<void>;
}

/** The accounts that it has. */
const PROVIDER_ACCOUNTS = ['ana', 'bob', 'carl', 'dora'] as const;
const CLIENT = { client_id: 'labelwright', client_secret: 'a secret of the test' };

/** `redirectUris`: the addresses to which it may send browsers back. */
export async function startProvider(redirectUris: readonly string[]): Promise<TestProvider> {
  let answer: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) => response.end();
  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: [...redirectUris] }],
    pkce: { required: () => true },
    cookies: { keys: ['a key of the test'] },
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => Promise.resolve({ sub: id, email: `${id}@example.com`, email_verified: true, name: id }),
    }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  });
  const others = provider.callback();
  answer = (request, response) => {
    const url = new URL(request.url ?? '/', issuer);
    if (!url.pathname.startsWith('/interaction/')) void others(request, response);
    else void interact(provider, url, request, response);
  };
  return {
    issuer,
    clientId: CLIENT.client_id,
    clientSecret: CLIENT.client_secret,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function interact(
  provider: Provider,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const who = url.searchParams.get('who');
  if (who === null) {
    const buttons = PROVIDER_ACCOUNTS.map((name) => `<button name="who" value="${name}">I am ${name}</button>`);
    response.setHeader('content-type', 'text/html');
    response.end(`<h1>Provider</h1><form>${buttons.join('')}<button name="who" value="">Refuse</button></form>`);
  } else if (who === '') {
    await provider.interactionFinished(request, response, { error: 'access_denied' });
  } else {
    const { params } = await provider.interactionDetails(request, response);
    const grant = new provider.Grant({ accountId: who, clientId: String(params['client_id']) });
    grant.addOIDCScope('openid profile email');
    const result = { login: { accountId: who, remember: false }, consent: { grantId: await grant.save() } };
    await provider.interactionFinished(request, response, result);
  }
}
