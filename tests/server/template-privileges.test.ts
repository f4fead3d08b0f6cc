import { gzipSync, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expectOk, ok } from '#model/kernel/result.ts';
import { ELEMENT_TYPES } from '#model/elements/element.ts';
import { readTemplate, writeTemplate } from '#model/template/file-format.ts';
import { packTemplate, unpackTemplate } from '#model/template/packing.ts';
import type { ApiResult } from '#services/api/exchange.ts';
import { NONE_FREE } from '#server/membership/privileges.ts';
import { grantDays } from '#server/membership/operate.ts';
import { createTestElement, createTestTemplate } from '#tests/support/create-elements.ts';
import { anyElementOf } from '#tests/support/element-arbitraries.ts';
import { column } from '#tests/support/formulas.ts';
import { asking, tokenOf } from './v1-program.ts';
import { createPng, createSuiteServer, createTestServer, createUser, type TestUser } from './create-test-server.ts';

const FIELDS = { parent_id: '', width: 10, height: 10 };
const TYPE = 'Type="Table"';
const CODE = 'DataSourceType="1"';
const PLAIN = writeTemplate(createTestTemplate([createTestElement('text')]));
const TABLE = writeTemplate(createTestTemplate([createTestElement('table')]));
const COLUMN = writeTemplate(createTestTemplate([createTestElement('text', { sources: [column('c')] })]));

const utf8 = (text: string): Uint8Array => Buffer.from(text);
/** Another spelling of the attribute with a part's type. */
const respelled =
  (type: string, code: string) =>
  (xml: string): Uint8Array =>
    utf8(xml.replaceAll(TYPE, type).replaceAll(CODE, code));
const LONG = 'x'.repeat(66_000);

/** Files that the reader of the editor, of runs and of the command line reads completely. */
const READ: readonly (readonly [spelling: string, write: (xml: string) => Uint8Array])[] = [
  ['as the editor writes it, unpacked', utf8],
  ['gzip', gzipSync],
  [
    'gzip of several members',
    (xml) => Buffer.concat([xml.slice(0, 300), xml.slice(300)].map((part) => gzipSync(part))),
  ],
  ['gzip with bytes behind it', (xml) => Buffer.concat([gzipSync(xml), Buffer.alloc(100)])],
  ['decimal references', respelled('Type="T&#97;ble"', 'DataSourceType="&#49;"')],
  ['hexadecimal references', respelled('Type="T&#x61;ble"', 'DataSourceType="&#x31;"')],
  ['references with leading zeros', respelled('Type="&#00084;able"', 'DataSourceType="&#x000031;"')],
  ['single quotes', respelled("Type='Table'", "DataSourceType='1'")],
  ['references in single quotes', respelled("Type='Tabl&#101;'", "DataSourceType='&#49;'")],
  ['white space around the equals sign', respelled('Type\n=\t"Table"', 'DataSourceType =\r\n"1"')],
  ['66,000 characters before it', respelled(`Pad="${LONG}" ${TYPE}`, `Pad="${LONG}" ${CODE}`)],
  ['66,000 blanks before it', respelled(`${LONG.replaceAll('x', ' ')}${TYPE}`, `${LONG.replaceAll('x', ' ')}${CODE}`)],
  ['an angle bracket in an attribute before it', respelled(`A="&lt;" B=">" ${TYPE}`, `A="&lt;" B=">" ${CODE}`)],
  ['a byte order mark', (xml) => utf8(`\u{FEFF}${xml}`)],
  ['a declaration of another encoding', (xml) => utf8(xml.replace('UTF-8', 'UTF-16'))],
  [
    'a comment that is never closed for a search',
    (xml) => utf8(xml.replace('<ObjectList>', '<!-- <" --><ObjectList>')),
  ],
];

/** Files that the upload rejects, or that the reader doesn't accept as a template: nobody can open or print them. */
const UNREAD: readonly (readonly [spelling: string, write: (xml: string) => Uint8Array])[] = [
  ['gzip in gzip', (xml) => gzipSync(gzipSync(xml))],
  ['zlib', deflateSync],
  ['UTF-16 with a byte order mark', (xml) => Buffer.from(`\u{FEFF}${xml}`, 'utf16le')],
  [
    'a prefix of a namespace',
    (xml) => utf8(xml.replaceAll('<Object ', '<a:Object ').replaceAll('</Object>', '</a:Object>')),
  ],
  ['the attribute twice', respelled(`Type="Text" ${TYPE}`, `DataSourceType="0" ${CODE}`)],
  ['the end missing', (xml) => utf8(xml.slice(0, -20))],
];

/** Files that the reader accepts without the hidden content, which is not printed. */
const IGNORED: readonly (readonly [spelling: string, write: (xml: string) => Uint8Array])[] = [
  [
    'in CDATA',
    (xml) => utf8(xml.replace('<ObjectList>', '<ObjectList><![CDATA[').replace('</ObjectList>', ']]></ObjectList>')),
  ],
  [
    'in a comment',
    (xml) => utf8(xml.replace('<ObjectList>', '<ObjectList><!--').replace('</ObjectList>', '--></ObjectList>')),
  ],
];

/** Uploads a template file and a preview, and returns their addresses, or why the file is rejected. */
async function uploaded({ api }: TestUser, bytes: Uint8Array): Promise<ApiResult<{ url: string; image: string }>> {
  const token = expectOk(await api.call('uploadToken', { bucket: 'web' }));
  const file = await api.uploadTemplate(bytes, 'label.tprt', token.data);
  const preview = expectOk(await api.uploadPreview(createPng(), token.data));
  return file.ok ? ok({ url: token.url + file.value.key, image: token.url + preview.key }) : file;
}

/** The members-only items that the reader of views and prints finds in all of the user's templates and versions. */
async function partsOfAll(user: TestUser): Promise<unknown[]> {
  const { list } = expectOk(await user.api.call('templateList', { size: 100 }));
  const versions = await Promise.all(list.map(({ id }) => user.api.call('versionList', { id })));
  const files = [...list, ...versions.flatMap((one) => expectOk(one).list)].map(({ file }) => file);
  return Promise.all(
    files.map(async (file) => {
      const template = expectOk(readTemplate(expectOk(unpackTemplate(expectOk(await user.api.fetchFile(file))))));
      return /"type":"(table|column)"/.exec(JSON.stringify(template.elements))?.[1] ?? null;
    }),
  );
}

describe('a file with members-only items', () => {
  const product = createSuiteServer({ payments: { sandbox: true }, privileges: NONE_FREE });
  let users = 0;
  const newUser = (): Promise<TestUser> => createUser(product().url, `user-${users++}`);
  const become = async ({ user }: TestUser): Promise<void> => {
    const { services } = product().server;
    expectOk(await grantDays(services.db, user.user_id, 30, services.now()));
  };

  const cases = [
    ['tables', TABLE, READ],
    ['variableTemplates', COLUMN, READ],
  ] as const;
  test.each(
    cases.flatMap(([privilege, xml, spellings]) =>
      spellings.map(([name, write]) => [privilege, name, write(xml)] as const),
    ),
  )('%s: is refused in every call that saves, written with %s', async (privilege, _spelling, bytes) => {
    const refused = { error: { apiCode: 402, privilege } };
    const user = await newUser();
    const { api } = user;
    const plain = expectOk(
      await api.call('addTemplate', {
        ...FIELDS,
        name: 'plain',
        ...expectOk(await uploaded(user, utf8(PLAIN))),
      }),
    );
    const files = expectOk(await uploaded(user, bytes));
    expect(await api.call('addTemplate', { ...FIELDS, name: 'new', ...files })).toMatchObject(refused);
    expect(await api.call('addTemplate', { ...FIELDS, name: 'plain', keep_both: true, ...files })).toMatchObject(
      refused,
    );
    expect(await api.call('coverTemplate', { ...FIELDS, id: plain.id, name: 'plain', ...files })).toMatchObject(
      refused,
    );
    expect(await api.call('editTemplate', { id: plain.id, ...files })).toMatchObject(refused);
    const draft = expectOk(await api.call('saveDraft', { id: plain.id, url: files.url, revision: plain.revision }));
    expect(await api.call('editTemplate', { id: plain.id, url: draft.file })).toMatchObject(refused);
    expectOk(await api.call('copyTemplate', { id: plain.id }));
    expect(await partsOfAll(user)).toEqual([null, null]);
    // A member may.
    await become(user);
    expectOk(await api.call('addTemplate', { ...FIELDS, name: 'new', ...files }));
    expect(await partsOfAll(user)).toContain(privilege === 'tables' ? 'table' : 'column');
  });

  test.each(UNREAD.flatMap(([name, write]) => [TABLE, COLUMN].map((xml) => [name, write(xml)] as const)))(
    'is refused where the reader cannot read it: %s',
    async (_spelling, bytes) => {
      const user = await newUser();
      const files = await uploaded(user, bytes);
      if (files.ok) {
        const xml = unpackTemplate(bytes);
        expect((xml.ok ? readTemplate(xml.value) : xml).ok).toBe(false);
        expect(await user.api.call('addTemplate', { ...FIELDS, name: 'new', ...files.value })).toMatchObject({
          error: { apiCode: 209, path: 'url' },
        });
      }
      expect(await partsOfAll(user)).toEqual([]);
    },
  );

  test.each(IGNORED.flatMap(([name, write]) => [TABLE, COLUMN].map((xml) => [name, write(xml)] as const)))(
    'is saved where the reader leaves it out: %s',
    async (_spelling, bytes) => {
      const user = await newUser();
      const files = expectOk(await uploaded(user, bytes));
      expectOk(await user.api.call('addTemplate', { ...FIELDS, name: 'new', ...files }));
      expect(await partsOfAll(user)).toEqual([null]);
    },
  );

  test('is in no run of the server while it is only unsaved work', async () => {
    const user = await newUser();
    const plain = expectOk(await uploaded(user, utf8(PLAIN)));
    const { id, revision, file } = expectOk(await user.api.call('addTemplate', { ...FIELDS, name: 'plain', ...plain }));
    const { url } = expectOk(await uploaded(user, utf8(TABLE)));
    expectOk(await user.api.call('saveDraft', { id, url, revision }));
    const ask = asking(product().url, await tokenOf(user));
    const started = (await (await ask('/v1/runs', { template: id, format: 'pdf' })).json()) as { readonly id: string };
    const { db } = product().server.services;
    const used = await db.selectFrom('run_file').select('file_key').where('run_id', '=', started.id).execute();
    expect(used.map(({ file_key: key }) => `/files/${key}`)).toEqual([file]);
  });

  test.each([
    ['tables', TABLE],
    ['variableTemplates', COLUMN],
  ])('%s: comes into no other account by a link that lets others copy it', async (privilege, xml) => {
    const [owner, other] = [await newUser(), await newUser()];
    await become(owner);
    const files = expectOk(await uploaded(owner, gzipSync(xml)));
    const { id } = expectOk(await owner.api.call('addTemplate', { ...FIELDS, name: 'rich', ...files }));
    const { secret } = expectOk(await owner.api.call('addTemplateShare', { id, right: 'copy' }));
    expectOk(await other.api.call('openTemplateShare', { secret }));
    const copy = (): Promise<unknown> => other.api.call('copyTemplateShare', { secret });
    expect(await copy()).toMatchObject({ error: { apiCode: 402, privilege } });
    expect(await partsOfAll(other)).toEqual([]);
    await become(other);
    expect(await copy()).toMatchObject({ ok: true });
    // The owner may copy existing ones, also as a former member.
    await product().server.services.db.updateTable('user').set({ member_until: 1 }).execute();
    expectOk(await owner.api.call('copyTemplateShare', { secret }));
  });
});

test('counts every table and every column that is bound in any way, of each kind of element', async () => {
  const product = await createTestServer({ privileges: NONE_FREE });
  const { db } = product.server.services;
  const user = await createUser(product.url, 'ana');
  const elements = ELEMENT_TYPES.map((type) => fc.sample(anyElementOf(type), 10)).flat();
  // One file for each kind, and one that contains all.
  const groups = [...ELEMENT_TYPES.map((type) => elements.filter((one) => one.type === type)), elements];
  for (const group of groups) {
    const files = expectOk(await uploaded(user, packTemplate(writeTemplate(createTestTemplate(group)))));
    await user.api.call('addTemplate', { ...FIELDS, name: 'new', keep_both: true, ...files });
    const key = files.url.slice(files.url.lastIndexOf('/') + 1);
    const counted = await db.selectFrom('used_privileges').selectAll().where('file_key', '=', key).executeTakeFirst();
    expect(counted).toMatchObject({ tables: countOf('table', group), columns: countOf('column', group) });
  }
  expect(countOf('column', elements)).toBeGreaterThan(20);
});

/** Number of objects of that type anywhere in a value. */
function countOf(type: string, value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Reflect.get(value, 'type') === type ? 1 : 0;
  return Object.values(value).reduce<number>((sum, inner) => sum + countOf(type, inner), own);
}
