import { expectOk } from '#model/kernel/result.ts';
import type { SendCodeInput, UserInfo } from '#protocol/api.ts';
import type { ServerOptions } from '#server/app.ts';
import { createTestServer, createVisitor, PASSWORD, type TestServer, type TestUser } from './create-test-server.ts';

/** A server whose messages stay in its outbox, where the test reads them on the console. */
export interface CodeServer extends TestServer {
  readonly said: readonly string[];
  /** The code of the last message to that address; null for a message without one. */
  readonly codeTo: (target: string) => string | null;
  /** Requests a code and returns it. */
  readonly askCode: (purpose: SendCodeInput['purpose'], target: string) => Promise<string>;
}

export async function createCodeServer(options: Partial<ServerOptions> = {}): Promise<CodeServer> {
  const said: string[] = [];
  const server = await createTestServer({ say: (line) => said.push(line), ...options });
  const codeTo = (target: string): string | null => {
    const line = said.findLast((one) => one.toLowerCase().includes(` to ${target.toLowerCase()}: `));
    return /\b\d{6}\b/.exec(line?.slice(line.indexOf(': ')) ?? '')?.[0] ?? null;
  };
  return {
    ...server,
    said,
    codeTo,
    async askCode(purpose, target) {
      const sent = expectOk(await createVisitor(server.url).api.call('sendCode', { purpose, target }));
      const code = codeTo(sent.target);
      if (code === null) throw new Error(`no code was sent to ${target}`);
      return code;
    },
  };
}

/** A signed-in user with that confirmed address or number. */
export async function createReached(server: CodeServer, target: string, userName = ''): Promise<TestUser> {
  const visitor = createVisitor(server.url);
  const code = await server.askCode('register', target);
  const way = target.includes('@') ? { email: target } : { phone: target };
  const user: UserInfo = expectOk(
    await visitor.api.call('register', { user_name: userName, ...way, code, password: PASSWORD, agreement: true }),
  );
  return { ...visitor, user };
}
