import { describe, expect, onTestFinished, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import type { ThirdLoginStart } from '#protocol/api.ts';
import { readProviders } from '#server/accounts/provider-settings.ts';
import { startProvider } from '#tests/support/oidc-provider.ts';
import { createCodeServer, createReached, type CodeServer } from './create-code-server.ts';
import { createUser, createVisitor, PASSWORD, type TestVisitor } from './create-test-server.ts';

const PUBLIC_URL = 'http://labels.example.test';
const MINUTE_MS = 60_000;

interface ThirdServer extends CodeServer {
  /** Ends the provider. */
  readonly endProvider: () => Promise<void>;
}

async function createThirdServer(secret?: string): Promise<ThirdServer> {
  const provider = await startProvider([`${PUBLIC_URL}/thirdLogin`]);
  onTestFinished(provider.close);
  const { issuer, clientId, clientSecret } = provider;
  const house = { id: 'house', name: 'House', issuer, clientId, clientSecret: secret ?? clientSecret };
  const server = await createCodeServer({ oidcProviders: [house], publicUrl: PUBLIC_URL });
  return { ...server, endProvider: provider.close };
}

/** A browser's visit at the provider: returns the query with which it is sent back. */
async function visit(url: string, who: string): Promise<string> {
  const jar = new Map<string, string>();
  for (let address = new URL(url), i = 0; i < 10; i++) {
    if (address.origin === PUBLIC_URL) return address.search.slice(1);
    if (address.pathname.startsWith('/interaction/')) address.searchParams.set('who', who);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, { redirect: 'manual', headers: { cookie } });
    for (const header of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (header.split(';')[0] ?? '').split('=');
      jar.set(name, value);
    }
    address = new URL(response.headers.get('location') ?? '', address);
  }
  throw new Error('the provider never sent the browser back');
}

async function begin({ api }: TestVisitor): Promise<ThirdLoginStart> {
  return expectOk(await api.call('thirdLoginStart', { provider: 'house' }));
}

async function come(visitor: TestVisitor, who: string): ReturnType<typeof visitor.api.call<'thirdLogin'>> {
  const { url, ticket } = await begin(visitor);
  return visitor.api.call('thirdLogin', { ticket, query: await visit(url, who) });
}

async function bind(visitor: TestVisitor, who: string): ReturnType<typeof visitor.api.call<'thirdLogin'>> {
  const started = await visitor.api.call('bindThirdStart', { provider: 'house', password: PASSWORD });
  const { url, ticket } = expectOk(started);
  return visitor.api.call('thirdLogin', { ticket, query: await visit(url, who) });
}

function refused(message: string): object {
  return { ok: false, error: { apiCode: 209, message: expect.stringContaining(message) as string } };
}

describe('a third party', () => {
  test('opens a new account once the terms are accepted, and the same one from then on', async () => {
    const { url, server } = await createThirdServer();
    const visitor = createVisitor(url);
    const { url: address, ticket } = await begin(visitor);
    const asked = new URL(address).searchParams;
    expect(asked.get('redirect_uri')).toBe(`${PUBLIC_URL}/thirdLogin`);
    expect(asked.get('code_challenge_method')).toBe('S256');
    const query = await visit(address, 'ana');
    expect(expectOk(await visitor.api.call('thirdLogin', { ticket, query }))).toEqual({
      outcome: 'new',
      provider: 'house',
      label: 'ana@example.com',
    });
    expect(await visitor.api.call('thirdRegister', { ticket, agreement: false })).toMatchObject({
      error: { path: 'agreement' },
    });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => visitor.api.call('thirdRegister', { ticket, agreement: true })),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const user = expectOk(await visitor.api.call('currentUser', {}));
    expect(user).toMatchObject({ nickname: 'ana', email: '', user_name: '' });
    expect(expectOk(await come(createVisitor(url), 'ana'))).toEqual({ outcome: 'signedIn', user });
    expect(expectOk(await come(createVisitor(url), 'bob'))).toMatchObject({ outcome: 'new' });
    const rows = await server.services.db.selectFrom('external_identity').selectAll().execute();
    expect(rows).toMatchObject([{ provider: 'house', subject: 'ana' }]);
  });

  test('does not open the account with the same e-mail address', async () => {
    const server = await createThirdServer();
    const { user } = await createReached(server, 'ana@example.com');
    const visitor = createVisitor(server.url);
    const { url, ticket } = await begin(visitor);
    const query = await visit(url, 'ana');
    expect(expectOk(await visitor.api.call('thirdLogin', { ticket, query })).outcome).toBe('new');
    const other = expectOk(await visitor.api.call('thirdRegister', { ticket, agreement: true }));
    expect(other.user_id).not.toBe(user.user_id);
    expect(other.email).toBe('');
  });

  test('is bound and unbound by the signed-in user, with the password', async () => {
    const server = await createThirdServer();
    const ana = await createUser(server.url, 'ana');
    const input = { provider: 'house', password: 'wrong' };
    expect(await ana.api.call('bindThirdStart', input)).toMatchObject({ error: { path: 'password' } });
    expect(expectOk(await bind(ana, 'ana'))).toEqual({ outcome: 'bound', provider: 'house' });
    expect(await bind(ana, 'bob')).toMatchObject(refused('another account of this provider'));
    const eve = await createUser(server.url, 'eve');
    expect(await bind(eve, 'ana')).toMatchObject(refused('bound to another account'));
    expect(expectOk(await ana.api.call('bindings', {})).identities).toMatchObject([
      { provider: 'house', label: 'ana@example.com' },
    ]);
    expect(expectOk(await come(createVisitor(server.url), 'ana'))).toEqual({ outcome: 'signedIn', user: ana.user });
    expectOk(await ana.api.call('unbind', { what: 'third', provider: 'house', password: PASSWORD }));
    expect(expectOk(await come(createVisitor(server.url), 'ana')).outcome).toBe('new');
  });

  test('alone is not unbound; such an account needs a fresh session, and can get a password', async () => {
    const server = await createThirdServer();
    const visitor = createVisitor(server.url);
    const { url, ticket } = await begin(visitor);
    await visitor.api.call('thirdLogin', { ticket, query: await visit(url, 'ana') });
    expectOk(await visitor.api.call('thirdRegister', { ticket, agreement: true }));
    const unbind = (): Promise<unknown> =>
      visitor.api.call('unbind', { what: 'third', provider: 'house', password: '' });
    expect(await unbind()).toMatchObject(refused('last way'));
    server.wait(11 * MINUTE_MS);
    expect(await unbind()).toMatchObject(refused('within 10 minutes'));
    await come(visitor, 'ana');
    expectOk(await visitor.api.call('changePassword', { old_password: '', password: PASSWORD }));
    expect(await unbind()).toMatchObject(refused('Incorrect password'));
    expect(expectOk(await visitor.api.call('bindings', {})).has_password).toBe(true);
  });
});

describe('a returned identity is rejected', () => {
  test('when the user has denied consent there', async () => {
    const { url } = await createThirdServer();
    expect(await come(createVisitor(url), '')).toMatchObject(refused('refused at the provider'));
  });

  test('a second time, and in another browser’s visit', async () => {
    const { url } = await createThirdServer();
    const visitor = createVisitor(url);
    const started = await begin(visitor);
    const query = await visit(started.url, 'ana');
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => visitor.api.call('thirdLogin', { ticket: started.ticket, query })),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.find(({ ok }) => !ok)).toMatchObject(refused('expired or was already used'));
    const other = createVisitor(url);
    const { ticket } = await begin(other);
    expect(await other.api.call('thirdLogin', { ticket, query })).toMatchObject(refused('could not be verified'));
  });

  test('after ten minutes', async () => {
    const server = await createThirdServer();
    const visitor = createVisitor(server.url);
    const { url, ticket } = await begin(visitor);
    const query = await visit(url, 'ana');
    server.wait(10 * MINUTE_MS);
    expect(await visitor.api.call('thirdLogin', { ticket, query })).toMatchObject(refused('expired'));
  });

  test('when the user who began to bind has signed out', async () => {
    const { url } = await createThirdServer();
    const ana = await createUser(url, 'ana');
    const started = expectOk(await ana.api.call('bindThirdStart', { provider: 'house', password: PASSWORD }));
    const query = await visit(started.url, 'ana');
    const eve = await createUser(url, 'eve');
    const input = { ticket: started.ticket, query };
    expect(await eve.api.call('thirdLogin', input)).toMatchObject(refused('another user'));
    expect(await ana.api.call('thirdLogin', input)).toMatchObject(refused('expired'));
  });

  test.each<[string, (query: URLSearchParams) => void]>([
    ['another state', (query) => query.set('state', 'x')],
    ['no state', (query) => query.delete('state')],
    ['another code', (query) => query.set('code', 'x')],
    ['no code', (query) => query.delete('code')],
    ['another issuer', (query) => query.set('iss', 'http://127.0.0.1:1')],
    ['no issuer', (query) => query.delete('iss')],
    ['two states', (query) => query.append('state', 'x')],
  ])('with %s', async (_what, change) => {
    const { url, server } = await createThirdServer();
    const visitor = createVisitor(url);
    const started = await begin(visitor);
    const query = new URLSearchParams(await visit(started.url, 'ana'));
    change(query);
    const answer = await visitor.api.call('thirdLogin', { ticket: started.ticket, query: query.toString() });
    expect(answer).toMatchObject(refused('could not be verified'));
    expect(await server.services.db.selectFrom('third_party_visit').selectAll().execute()).toEqual([]);
  });

  test.each([
    ['nonce', { nonce: 'another' }],
    ['verifier', { code_verifier: 'a'.repeat(43) }],
    ['redirect address', { redirect_uri: `${PUBLIC_URL}/other` }],
  ])('when the %s is not the one of the visit', async (_what, changes) => {
    const { url, server } = await createThirdServer();
    const visitor = createVisitor(url);
    const started = await begin(visitor);
    const query = await visit(started.url, 'ana');
    await server.services.db.updateTable('third_party_visit').set(changes).execute();
    const answer = await visitor.api.call('thirdLogin', { ticket: started.ticket, query });
    expect(answer).toMatchObject(refused('could not be verified'));
  });

  test('with a client secret that the provider rejects', async () => {
    const { url } = await createThirdServer('another secret');
    expect(await come(createVisitor(url), 'ana')).toMatchObject(refused('could not be verified'));
  });

  test('from a provider that is no longer available, or missing in the settings', async () => {
    const server = await createThirdServer();
    const { api } = createVisitor(server.url);
    await server.endProvider();
    expect(await api.call('thirdLoginStart', { provider: 'house' })).toMatchObject(refused('cannot be reached'));
    expect(await api.call('thirdLoginStart', { provider: 'other' })).toMatchObject(refused('does not know'));
  });
});

describe('the list of providers', () => {
  const house = { id: 'house', name: 'House', issuer: 'https://id.example.com', clientId: 'x', clientSecret: 'y' };

  test('is read', () => {
    expect(readProviders(JSON.stringify([house]))).toEqual({ ok: true, value: [house] });
  });

  test.each([
    ['no JSON', '{', 'JSON'],
    ['no list', '{}', 'list'],
    ['no client', JSON.stringify([{ ...house, clientId: '' }]), 'clientId'],
    ['an issuer without TLS', JSON.stringify([{ ...house, issuer: 'http://id.example.com' }]), 'https'],
    ['an id that no address could have', JSON.stringify([{ ...house, id: 'A b' }]), 'id'],
    ['one id twice', JSON.stringify([house, house]), 'two providers'],
  ])('with %s is refused in words', (_what, text, words) => {
    expect(readProviders(text)).toMatchObject({ ok: false, error: expect.stringContaining(words) as string });
  });
});
