import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Compile } from 'typebox/compile';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CALL_SHAPES } from '#server/docs/v1-call-shapes.ts';
import { SAMPLE_ADDRESS, type CodeSample } from '#server/docs/code-samples.ts';
import { problemAnswer } from '#server/docs/v1-answers.ts';
import { buildV1OpenApi } from '#server/docs/v1-openapi.ts';
import { V1_DOCUMENT_PATH, V1_CALLS, type V1CallName } from '#server/api-v1/v1-calls.ts';
import { createRenderFolder } from '#tests/support/command-line.ts';
import { createTestServer, createUser, createVisitor } from './create-test-server.ts';
import { asking, saveLabel, startWorker, tokenOf, untilEnd, type Ask, type Run } from './v1-program.ts';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
  readonly 'x-codeSamples': readonly CodeSample[];
}

const NAMES = Object.keys(V1_CALLS) as V1CallName[];
const document = JSON.parse(JSON.stringify(buildV1OpenApi())) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
const described = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);

describe('the description of the calls for programs', () => {
  test('has every existing call, and no other', async () => {
    const { server, url } = await createTestServer();
    const routes = server.routes
      .filter((route) => route.url.startsWith('/v1/') && route.method !== 'HEAD' && route.url !== V1_DOCUMENT_PATH)
      .map(({ method, url: path }) => `${method.toLowerCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    expect(described.map(({ path, method }) => `${method} ${path}`).toSorted()).toEqual(routes.toSorted());
    expect(described.map(({ operation }) => operation.operationId).toSorted()).toEqual(NAMES.toSorted());
    // The description needs no token.
    expect(await (await createVisitor(url).fetch(V1_DOCUMENT_PATH)).json()).toEqual(document);
  });

  test('is valid: references resolve, paths have their parameters, examples are accepted', () => {
    const text = JSON.stringify(document);
    expect(text).not.toContain('"~');
    for (const [, pointer = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const found = pointer.split('/').reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document);
      expect(found, pointer).toBeTypeOf('object');
    }
    for (const { path, operation } of described) {
      const inPath = operation.parameters.filter((one) => one.in === 'path').map(({ name }) => name);
      expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
      expect(operation.summary).toMatch(/^[A-Z][a-z ]{6,}$/);
      expect(Object.keys(operation.responses)).toEqual(
        expect.arrayContaining(
          V1_CALLS[operation.operationId as V1CallName].scope === null ? ['401', '429'] : ['401', '403', '429'],
        ),
      );
      for (const { description } of Object.values(operation.responses)) expect(description).not.toBe('');
      expect(operation['x-codeSamples'].map(({ label }) => label)).toEqual(['curl', 'Node', 'Python']);
    }
    for (const name of NAMES) {
      const { body } = CALL_SHAPES[name];
      if (body === undefined) continue;
      expect([name, Compile(body.schema).Check(body.example)]).toEqual([name, true]);
    }
  });

  test('shows real answers, and working examples in three languages', async () => {
    const server = await createTestServer();
    const owner = await createUser(server.url, 'owner');
    const template = await saveLabel(owner, await createRenderFolder());
    const token = await tokenOf(owner);
    const ask = asking(server.url, token);
    await startWorker(server);
    const runs = await makeRuns(ask, template);
    await addSchedule(ask, template);
    const folder = await mkdtemp(join(tmpdir(), 'labelwright-samples-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    for (const { operation } of described) {
      const name = operation.operationId as V1CallName;
      const { file, answer } = CALL_SHAPES[name];
      const run = name === 'page' ? runs.png : runs.zpl;
      for (const { label, source } of operation['x-codeSamples']) {
        const schedule = /SCHEDULE_ID|TRIGGER_SECRET/.test(source) ? await addSchedule(ask, template) : null;
        const mine = source
          .replaceAll('SCHEDULE_ID', schedule?.id ?? '')
          .replaceAll('/v1/triggers/TRIGGER_SECRET', schedule?.trigger_path ?? '')
          .replaceAll(SAMPLE_ADDRESS, server.url)
          .replaceAll('TEMPLATE_ID', template)
          .replaceAll('RUN_ID', run);
        const said = await runSample(label, mine, folder, token);
        if (file !== undefined) expect((await readFile(join(folder, file))).length, name).toBeGreaterThan(100);
        // Every answer with text names the template, except empty lists: there are no printers and no unconfirmed
        // pages.
        else expect(said, `${label} ${name}`).toContain(['printers', 'doubts'].includes(name) ? 'items' : template);
        if (label === 'curl' && answer !== undefined) {
          expect([name, ...Compile(answer).Errors(JSON.parse(said))]).toEqual([name]);
        }
      }
    }
    const problem: unknown = await (await ask('/v1/runs', { template, format: 'exe' })).json();
    expect(Compile(problemAnswer).Check(problem)).toBe(true);
  });
});

test('the commands of the guide make a file for a printer', async () => {
  const server = await createTestServer();
  const owner = await createUser(server.url, 'owner');
  const template = await saveLabel(owner, await createRenderFolder());
  const token = await tokenOf(owner);
  await startWorker(server);
  const folder = await mkdtemp(join(tmpdir(), 'labelwright-samples-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [, block = ''] = /```sh\n(curl [\s\S]*?)```/.exec(await readFile('docs/guide/api.md', 'utf8')) ?? [];
  const commands = block.trim().split(/\n(?=curl )/);
  expect(commands).toHaveLength(4);
  let run = '';
  for (const command of commands) {
    const mine = command
      .replace('http://127.0.0.1:8080', server.url)
      .replace('TEMPLATE_ID', template)
      .replace('RUN_ID', run);
    const said = await runSample('curl', mine, folder, token);
    if (command.includes('Idempotency-Key')) run = (JSON.parse(said) as Run).id;
    if (command.includes('/events')) expect(said).toContain('"state":"done"');
  }
  expect((await readFile(join(folder, 'labels.zpl'), 'utf8')).startsWith('^XA')).toBe(true);
});

async function addSchedule(
  ask: Ask,
  template: string,
): Promise<{ readonly id: string; readonly trigger_path: string }> {
  const run = { template, format: 'zpl', rows: [{ name: 'Green tea', code: '00123' }] };
  const asked = { name: 'Plan', cron: '0 6 * * *', trigger: 'open', run };
  return (await (await ask('/v1/schedules', asked)).json()) as { id: string; trigger_path: string };
}

/** Creates a completed run of each kind that the examples need. */
async function makeRuns(ask: Ask, template: string): Promise<{ readonly zpl: string; readonly png: string }> {
  const ids: string[] = [];
  for (const format of ['zpl', 'png']) {
    const rows = [{ name: 'Green tea', code: '00123' }];
    const { id } = (await (await ask('/v1/runs', { template, format, rows })).json()) as Run;
    expect((await untilEnd(ask, id)).state).toBe('done');
    ids.push(id);
  }
  return { zpl: ids[0] ?? '', png: ids[1] ?? '' };
}

async function runSample(label: string, source: string, cwd: string, token: string): Promise<string> {
  const env = { ...process.env, LABELWRIGHT_TOKEN: token };
  const file = join(cwd, { curl: 'sample.sh', Node: 'sample.mjs' }[label] ?? 'sample.py');
  await writeFile(file, source);
  const program = { curl: '/bin/sh', Node: process.execPath }[label] ?? '/usr/bin/python3';
  const { stdout } = await promisify(execFile)(program, [file], { cwd, env });
  return stdout;
}
