import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { expectOk, type Result } from '#model/kernel/result.ts';
import { createOidcClients, type Identity, type OidcClients, type OidcFault } from '#server/accounts/oidc-clients.ts';
import {
  endlessJson,
  jwkOf,
  KEY,
  OTHER_KEY,
  resigned,
  signedToken,
  startHostileProvider,
  trickledJson,
  type HostileProvider,
  type Forgeries,
} from '#tests/support/hostile-provider.ts';
import { createTestServer, createUser, createVisitor, PASSWORD } from './create-test-server.ts';

const BACK = 'https://labels.example.com/thirdLogin';
const HOUR = 3600;
const now = (): number => Math.floor(Date.now() / 1000);

function clientsOf(providers: Readonly<Record<string, HostileProvider>>, reports: string[] = []): OidcClients {
  const settings = Object.entries(providers).map(([id, { issuer, clientId, clientSecret }]) => ({
    id,
    name: id,
    issuer,
    clientId,
    clientSecret,
  }));
  return createOidcClients(settings, Date.now, (line) => void reports.push(line), 2);
}

/** Begins a visit at a lying provider, and ends it with its answer. */
async function visit(forged: Forgeries): Promise<{ result: Result<Identity, OidcFault>; provider: HostileProvider }> {
  const provider = await startHostileProvider(forged);
  const reports: string[] = [];
  const clients = clientsOf({ house: provider }, reports);
  const begun = await clients.begin('house', BACK);
  if (!begun.ok) return { result: begun, provider };
  provider.expect(begun.value.nonce);
  const query = `code=c&state=${begun.value.state}`;
  const result = await clients.finish('house', BACK, query, begun.value);
  expect(reports.join()).not.toContain(provider.clientSecret);
  return { result, provider };
}

const ALGORITHMS = { id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'] };
const PUBLIC_PEM = KEY.publicKey.export({ type: 'spki', format: 'pem' }).toString();

test('an honest provider identifies its user', async () => {
  const { result, provider } = await visit({ claims: { email: 'ana@example.com' } });
  expect(result).toEqual({ ok: true, value: { issuer: provider.issuer, subject: 'ana', label: 'ana@example.com' } });
});

describe('an identity token is rejected', () => {
  test.each<[string, Forgeries]>([
    ['without a signature, by alg none', { token: (honest) => resigned(honest, 'none') }],
    [
      'without a signature, where the provider offers that',
      { discovery: ALGORITHMS, token: (honest) => resigned(honest, 'none') },
    ],
    [
      'signed with the public key as a secret',
      { discovery: ALGORITHMS, token: (honest) => resigned(honest, 'HS256', PUBLIC_PEM) },
    ],
    ['signed with an empty secret', { discovery: ALGORITHMS, token: (honest) => resigned(honest, 'HS256') }],
    ['signed with another key', { jwks: { keys: [jwkOf(OTHER_KEY.publicKey)] } }],
    [
      'whose claims were changed after it was signed',
      {
        token: (honest) => {
          const [header, , signature] = honest.split('.');
          const [, claims] = signedToken(
            {},
            { ...JSON.parse(Buffer.from(honest.split('.')[1] ?? '', 'base64url').toString()), sub: 'bob' },
          ).split('.');
          return `${header}.${claims}.${signature}`;
        },
      },
    ],
    ['whose signature was cut off', { token: (honest) => honest.replace(/\.[^.]*$/, '.') }],
    ['with a key of its own in its header', { jwks: { keys: [] }, header: { jwk: jwkOf(KEY.publicKey) } }],
    ['with the address of a key in its header', { jwks: { keys: [] }, header: { jku: 'https://evil.example/jwks' } }],
    ['whose key id is a path', { header: { kid: '../../../dev/null' } }],
    ['whose key id is no text', { header: { kid: { $ne: null } } }],
    ['with an extension that must be understood', { header: { crit: ['b64'], b64: false } }],
    ['of another audience', { claims: { aud: 'others' } }],
    ['of several audiences without the authorized party', { claims: { aud: ['labels', 'others'] } }],
    ['of another authorized party', { claims: { aud: ['labels', 'others'], azp: 'others' } }],
    ['of another issuer', { claims: { iss: 'https://id.example.com' } }],
    ['that has expired', { claims: { iat: now() - 2 * HOUR, exp: now() - HOUR } }],
    ['that does not expire', { claims: { exp: undefined } }],
    ['that was issued without a time', { claims: { iat: undefined } }],
    ['that is valid only later', { claims: { nbf: now() + HOUR } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['with the nonce of another visit', { claims: { nonce: 'of another visit' } }],
    ['without a subject', { claims: { sub: undefined } }],
    ['with an empty subject', { claims: { sub: '' } }],
    ['with a subject that is no text', { claims: { sub: 17 } }],
    ['with a subject longer than OpenID Connect allows', { claims: { sub: 'a'.repeat(256) } }],
    ['with a control character in its subject', { claims: { sub: 'ana\u0000' } }],
    ['that is no token', { token: () => 'x' }],
    [
      'that is not sent',
      {
        answers: {
          '/token': (response) =>
            void response
              .writeHead(200, { 'content-type': 'application/json' })
              .end('{"access_token":"x","token_type":"Bearer"}'),
        },
      },
    ],
  ])('%s', async (_what, forged) => {
    const { result } = await visit(forged);
    expect(result).toEqual({ ok: false, error: 'failed' });
  });

  test('that was issued for an earlier visit', async () => {
    const provider = await startHostileProvider();
    const clients = clientsOf({ house: provider });
    const first = expectOk(await clients.begin('house', BACK));
    const second = expectOk(await clients.begin('house', BACK));
    provider.expect(first.nonce);
    expectOk(await clients.finish('house', BACK, `code=c&state=${first.state}`, first));
    const replayed = await clients.finish('house', BACK, `code=c&state=${second.state}`, second);
    expect(replayed).toEqual({ ok: false, error: 'failed' });
  });
});

describe('the answer of a provider', () => {
  const PATHS = ['/.well-known/openid-configuration', '/token', '/jwks'];
  const MANY_KEYS = { keys: Array.from({ length: 40_000 }, (_, i) => jwkOf(OTHER_KEY.publicKey, `k${i}`)) };
  const zeros = gzipSync(Buffer.alloc(100_000_000, ' '));

  test.each(PATHS)('at %s is aborted when it is endless', async (path) => {
    const { result } = await visit({ answers: { [path]: endlessJson } });
    expect(result).toEqual({ ok: false, error: 'failed' });
  });

  test.each(PATHS)('at %s is aborted when it is small and decompresses to much', async (path) => {
    const answer: NonNullable<Forgeries['answers']>[string] = (response) =>
      void response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(zeros);
    const { result } = await visit({ answers: { [path]: answer } });
    expect(result).toEqual({ ok: false, error: 'failed' });
  });

  test.each(PATHS)('at %s is aborted when it arrives a byte at a time', async (path) => {
    const { result } = await visit({ answers: { [path]: trickledJson } });
    expect(result).toEqual({ ok: false, error: 'unreachable' });
  });

  test.each(PATHS)('at %s can’t redirect to another address', async (path) => {
    const other = await startHostileProvider();
    const { result } = await visit({
      answers: { [path]: (response) => void response.writeHead(307, { location: other.issuer + path }).end() },
    });
    expect(result).toMatchObject({ ok: false });
    expect(other.requests).toEqual([]);
  });

  test.each<[string, unknown]>([
    ['ten megabytes of keys', MANY_KEYS],
    [
      'a secret among its keys',
      { keys: [{ kty: 'oct', k: Buffer.from('x').toString('base64url'), kid: 'one', alg: 'HS256' }] },
    ],
    ['a private key', { keys: [{ ...KEY.privateKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256' }] }],
    ['two keys of one name', { keys: [jwkOf(KEY.publicKey), jwkOf(OTHER_KEY.publicKey)] }],
    ['a key for encryption', { keys: [{ ...jwkOf(KEY.publicKey), use: 'enc' }] }],
    ['keys that are no list', { keys: { length: 1e9 } }],
    ['keys that are none', { keys: [null, 1, 'x', {}, { kty: 'RSA', n: 'AQAB', e: 'AQ', kid: 'one', alg: 'RS256' }] }],
  ])('with %s opens nothing', async (_what, jwks) => {
    const { result } = await visit({ jwks });
    expect(result).toEqual({ ok: false, error: 'failed' });
  });

  test.each<[string, (forged: string) => object]>([
    ['another issuer', () => ({ issuer: 'https://id.example.com' })],
    [
      'an address of the page itself as the one to sign in at',
      () => ({ authorization_endpoint: 'javascript:alert(1)' }),
    ],
    ['a file as the address to sign in at', () => ({ authorization_endpoint: 'file:///etc/passwd' })],
    ['plain HTTP elsewhere for the secret', () => ({ token_endpoint: 'http://169.254.169.254/token' })],
    ['plain HTTP elsewhere for the keys', () => ({ jwks_uri: 'http://169.254.169.254/latest/meta-data' })],
    ['a file for the keys', () => ({ jwks_uri: 'file:///etc/passwd' })],
  ])('that describes itself with %s is refused', async (_what, discovery) => {
    const { result } = await visit({ discovery: discovery('') as Forgeries['discovery'] & object });
    expect(result).toEqual({ ok: false, error: 'failed' });
  });

  test('gives a label without control and bidirectional characters', async () => {
    const { result } = await visit({ claims: { email: ' \u202ea\u0000n\u001ba\u2066@example.com ' } });
    expect(result).toMatchObject({ ok: true, value: { label: 'ana@example.com' } });
  });
});

describe('of two providers', () => {
  test('the answer of one is not accepted for the other, and its code is sent nowhere else', async () => {
    const discovery = { authorization_response_iss_parameter_supported: true };
    const [evil, honest] = [await startHostileProvider({ discovery }), await startHostileProvider({ discovery })];
    const clients = clientsOf({ evil, honest });
    const begun = expectOk(await clients.begin('evil', BACK));
    const answers = [
      `code=of-the-honest&state=${begun.state}&iss=${encodeURIComponent(honest.issuer)}`,
      `code=of-the-honest&state=${begun.state}`,
      `code=c&state=${begun.state}&iss=${encodeURIComponent(evil.issuer)}&iss=${encodeURIComponent(honest.issuer)}`,
    ];
    for (const query of answers) {
      expect(await clients.finish('evil', BACK, query, begun)).toEqual({ ok: false, error: 'failed' });
    }
    expect([...evil.requests, ...honest.requests]).not.toContain('/token');
  });

  test('an equal subject of another provider is another person', async () => {
    const [one, two] = [await startHostileProvider(), await startHostileProvider()];
    const providers = Object.entries({ one, two }).map(([id, { issuer, clientId, clientSecret }]) => ({
      id,
      name: id,
      issuer,
      clientId,
      clientSecret,
    }));
    const server = await createTestServer({ oidcProviders: providers, publicUrl: 'http://labels.example.test' });
    const come = async (id: string, at: HostileProvider) => {
      const visitor = createVisitor(server.url);
      const { url, ticket } = expectOk(await visitor.api.call('thirdLoginStart', { provider: id }));
      const asked = new URL(url).searchParams;
      at.expect(asked.get('nonce') ?? '');
      const query = `code=c&state=${asked.get('state') ?? ''}`;
      return { visitor, ticket, answer: expectOk(await visitor.api.call('thirdLogin', { ticket, query })) };
    };
    const first = await come('one', one);
    const user = expectOk(await first.visitor.api.call('thirdRegister', { ticket: first.ticket, agreement: true }));
    expect((await come('one', one)).answer).toEqual({ outcome: 'signedIn', user });
    expect((await come('two', two)).answer.outcome).toBe('new');
    // The ticket of a visit at one provider ends none at the other: its row has the provider.
    const visitor = createVisitor(server.url);
    const begun = expectOk(await visitor.api.call('thirdLoginStart', { provider: 'two' }));
    const { state, nonce } = Object.fromEntries(new URL(begun.url).searchParams) as { state: string; nonce: string };
    one.expect(nonce);
    const query = `code=c&state=${state}&iss=${encodeURIComponent(one.issuer)}`;
    expect((await visitor.api.call('thirdLogin', { ticket: begun.ticket, query })).ok).toBe(false);
  });
});

describe('a visit', () => {
  async function createHouse() {
    const house = await startHostileProvider({ claims: { email: 'victim@example.com', email_verified: false } });
    const { issuer, clientId, clientSecret } = house;
    const server = await createTestServer({
      oidcProviders: [{ id: 'house', name: 'House', issuer, clientId, clientSecret }],
      publicUrl: 'http://labels.example.test',
    });
    /** The return of a browser that has begun, with what only that browser has. */
    const back = (url: string): string => {
      const asked = new URL(url).searchParams;
      house.expect(asked.get('nonce') ?? '');
      return `code=c&state=${asked.get('state') ?? ''}`;
    };
    return { server, back };
  }

  test('that another browser has begun is not ended by its return address', async () => {
    const { server, back } = await createHouse();
    const attacker = createVisitor(server.url);
    const begun = expectOk(await attacker.api.call('thirdLoginStart', { provider: 'house' }));
    const query = back(begun.url);
    const victim = await createUser(server.url, 'victim');
    // The victim's browser has the address, and at most tickets of its own.
    const own = expectOk(await victim.api.call('thirdLoginStart', { provider: 'house' }));
    for (const ticket of ['', 'x', own.ticket]) {
      expect((await victim.api.call('thirdLogin', { ticket, query })).ok).toBe(false);
    }
    expect(expectOk(await victim.api.call('currentUser', {}))?.user_name).toBe('victim');
  });

  test('that was begun to bind ends only in its user’s session, also with its ticket', async () => {
    const { server, back } = await createHouse();
    const attacker = await createUser(server.url, 'attacker');
    const victim = await createUser(server.url, 'victim');
    for (const other of [victim, createVisitor(server.url)]) {
      const input = { provider: 'house', password: PASSWORD };
      const begun = expectOk(await attacker.api.call('bindThirdStart', input));
      const query = back(begun.url);
      expect((await other.api.call('thirdLogin', { ticket: begun.ticket, query })).ok).toBe(false);
      expect((await attacker.api.call('thirdLogin', { ticket: begun.ticket, query })).ok).toBe(false);
    }
    expect(expectOk(await victim.api.call('bindings', {})).identities).toEqual([]);
    expect(expectOk(await attacker.api.call('bindings', {})).identities).toEqual([]);
  });

  test('with another user’s unconfirmed e-mail address opens and changes no account', async () => {
    const { server, back } = await createHouse();
    const visitor = createVisitor(server.url);
    const begun = expectOk(await visitor.api.call('thirdLoginStart', { provider: 'house' }));
    const answer = await visitor.api.call('thirdLogin', { ticket: begun.ticket, query: back(begun.url) });
    expect(expectOk(answer).outcome).toBe('new');
    const made = expectOk(await visitor.api.call('thirdRegister', { ticket: begun.ticket, agreement: true }));
    expect(made.email).toBe('');
    expect((await visitor.api.call('thirdRegister', { ticket: begun.ticket, agreement: true })).ok).toBe(false);
  });

  test('has a state and a nonce that only its own browser knows, and a return address of the settings', async () => {
    const { server } = await createHouse();
    const response = await fetch(`${server.url}/interface/api/tem.app_public/thirdLoginStart`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', host: 'evil.example', 'x-forwarded-host': 'evil.example' },
      body: JSON.stringify({ provider: 'house', redirect_uri: 'https://evil.example/' }),
    });
    const text = await response.text();
    expect(text).not.toContain('evil.example');
    const visitor = createVisitor(server.url);
    const urls = await Promise.all(
      Array.from(
        { length: 5 },
        async () => expectOk(await visitor.api.call('thirdLoginStart', { provider: 'house' })).url,
      ),
    );
    const asked = urls.map((url) => new URL(url).searchParams);
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(new Set(asked.map((one) => one.get(name))).size).toBe(5);
    }
    expect(new Set(asked.map((one) => one.get('redirect_uri')))).toEqual(
      new Set(['http://labels.example.test/thirdLogin']),
    );
  });
});
