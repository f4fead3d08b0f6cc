import { describe, expect, test } from 'vitest';
import { Compile } from 'typebox/compile';
import type { TSchema } from 'typebox';
import { expectOk } from '#model/kernel/result.ts';
import { CALLS, LANGUAGES, type CallName } from '#protocol/api.ts';
import { bindInput } from '#protocol/dialed-assistant.ts';
import { uploadedName } from '#server/cloud/file-names.ts';
import { fileNameOf } from '#server/core/net/file-name.ts';
import { CALL_SHAPES } from '#server/docs/v1-call-shapes.ts';
import { createSavedTemplate, createSuiteServer, createUser, upload } from './create-test-server.ts';

const OVERRIDE = '\u202e';

interface Field {
  readonly path: string;
  readonly schema: TSchema & { readonly pattern?: string; readonly '~refine'?: readonly unknown[] };
}

type Parts = TSchema & {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly patternProperties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  readonly anyOf?: readonly TSchema[];
  readonly enum?: unknown;
  readonly const?: unknown;
};

/** Every text of an input except enumerated ones and those with a pattern that lists its characters. */
function textsOf(schema: TSchema, path: string): Field[] {
  const { type, properties = {}, patternProperties = {}, items, anyOf = [], enum: list, const: only } = schema as Parts;
  const below = [
    ...Object.entries(properties).flatMap(([name, one]) => textsOf(one, `${path}.${name}`)),
    ...Object.values(patternProperties).flatMap((one) => textsOf(one, `${path}.*`)),
    ...(items === undefined ? [] : textsOf(items, `${path}[]`)),
    ...anyOf.flatMap((one) => textsOf(one, path)),
  ];
  const isText = type === 'string' && list === undefined && only === undefined;
  return isText ? [...below, { path, schema: schema as Field['schema'] }] : below;
}

const INPUTS: readonly (readonly [name: string, schema: TSchema])[] = [
  ...Object.entries(CALLS).map(([name, { input }]) => [name, input] as const),
  ...Object.entries(CALL_SHAPES).flatMap(([name, { body }]) =>
    body === undefined ? [] : [[`v1 ${name}`, body.schema as TSchema] as const],
  ),
  ['POST /assistants/bind', bindInput],
];
const FIELDS = INPUTS.flatMap(([name, schema]) => textsOf(schema, name));
const accepts = ({ schema }: Field, text: string): boolean => Compile(schema).Check(text);
const isShown = ({ schema }: Field): boolean => schema['~refine'] !== undefined;

/** By the last part of their path. Only their owner reads them as a text, or they are compared with existing ones. */
const NOT_READ: Readonly<Record<string, readonly string[]>> = {
  ids: 'id tid user_id userId parent_id m_id o_id member batch to rawId element elementId connection_id ids[] logos[] spreadsheet template printer'.split(
    ' ',
  ),
  'secrets and codes':
    'password old_password code confirmation ticket secret key signature nonce appKey appId appid exchange_code'.split(
      ' ',
    ),
  'what is looked up':
    'search account target email phone country provider query brand series model category expected decoded'.split(' '),
  'what a program of ours writes':
    'bucket app_type app_package_name language type transports[] templateHash dataHash path'
      .split(' ')
      .concat([
        'clientDataJSON',
        'attestationObject',
        'authenticatorData',
        'userHandle',
        'params.*',
        'problem.code',
        'reasons[].code',
      ]),
  'times and numbers': 'cron zone starts ends expires from initial next timestamp time_stamp'.split(' '),
  addresses: 'url image FileUrl host database user address'.split(' '),
  'data that goes on labels or names columns and sheets of the user’s own file':
    'sheet column value copies_column parameters.* row.* rows[].* texts.* csv choose labels pages svg'.split(' '),
};
/** Fields that are named like a name but aren't one. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'register.user_name': 'checked by isUserName',
  'templateList.name': 'what is looked for',
  'industryList.name': 'what is looked for',
  'commonList.name': 'what is looked for',
  'operatorCommonList.name': 'what is looked for',
  'saveDataQuery.text': 'a query',
  'tryDataQuery.text': 'a query',
  'v1 startRun.file.name': 'only its ending counts',
  'saveOpeningPicture.png': 'bytes, which must be a picture',
};
/** A user's own print record has the names that label, printer and file had at that time. */
const RECORDS = ['beginPrintRecord.', 'endPrintRecord.', 'addPrintReadings.', 'printRecordList.'];

test('every text of every call is checked, or listed with a reason', () => {
  const listed = Object.values(NOT_READ).flat();
  const open = FIELDS.filter(
    (field) =>
      !isShown(field) &&
      accepts(field, `a${OVERRIDE}a`) &&
      EXCEPTIONS[field.path] === undefined &&
      !RECORDS.some((start) => field.path.startsWith(start)) &&
      !listed.some((name) => field.path === name || field.path.endsWith(`.${name}`)),
  );
  expect(open.map(({ path }) => path)).toEqual([]);
  expect(Object.keys(EXCEPTIONS).filter((path) => !FIELDS.some((field) => field.path === path))).toEqual([]);
  expect(listed.filter((name) => !FIELDS.some(({ path }) => path.endsWith(`.${name}`)))).toEqual([]);
});

test('answers are not checked: data from before is still readable', () => {
  const answers = Object.entries(CALLS).flatMap(([name, { answer }]) => textsOf(answer, name));
  expect(answers.filter(isShown).map(({ path }) => path)).toEqual([]);
});

describe('the text', () => {
  test.each(FIELDS.filter(isShown).map((field) => [field.path, field] as const))(
    '%s refuses what does not show, and takes what scripts and emoji need',
    (_path, field) => {
      for (const hidden of ['\u0000', '\u001b', '\u0085', OVERRIDE, '\u2066', '\u200b', '\ufeff', '\u2028', '\ud800']) {
        expect(accepts(field, `a${hidden}a`), JSON.stringify(hidden)).toBe(false);
      }
      for (const shown of ['می\u200cخواهم', '👨\u200d👩\u200d👧', 'Größe 1'])
        expect(accepts(field, shown), shown).toBe(true);
    },
  );

  test('of every call is reported with its field', () => {
    const paths = FIELDS.filter(isShown).map(({ path }) => path);
    expect(paths.length).toBeGreaterThan(40);
    const lines = FIELDS.filter((field) => isShown(field) && accepts(field, 'a\nb')).map(({ path }) => path);
    expect(lines.toSorted()).toMatchInlineSnapshot(`
      [
        "addAnnouncement.texts[].text",
        "addFeedback.text",
        "addTemplate.remark",
        "answerFeedback.answer",
        "coverTemplate.remark",
        "decideCommon.reason",
        "editAnnouncement.texts[].text",
        "editTemplate.remark",
        "nameVersion.remark",
        "publishHelpText.markdown",
        "submitCommon.description",
      ]
    `);
  });
});

describe('a server', () => {
  const suiteServer = createSuiteServer();

  test('reports in each language which character is not allowed, and the field', async () => {
    const { url } = suiteServer();
    const user = await createUser(url, 'hidden-words');
    const texts = new Set<string>();
    for (const language of LANGUAGES) {
      const response = await user.fetch(CALLS.addFolder.path, {
        method: 'POST',
        body: JSON.stringify({ name: `a${OVERRIDE}b` }),
        headers: { 'content-type': 'application/json', language },
      });
      const { code, data, message } = (await response.json()) as { code: number; data: object; message: string };
      expect([code, data]).toEqual([209, { field: 'name' }]);
      expect(message).toContain('U+202E');
      texts.add(message);
    }
    expect(texts.size).toBe(LANGUAGES.length);
  });

  test.each<readonly [call: CallName, field: string, input: (text: string) => Record<string, unknown>]>([
    ['register', 'nickname', (nickname) => ({ user_name: 'somebody', password: 'Sound-Word-29', nickname })],
    ['register', 'user_name', (text) => ({ user_name: text, password: 'Sound-Word-29' })],
    ['register', 'user_name', () => ({ user_name: 'a\u3164b', password: 'Sound-Word-29' })],
    ['editNickname', 'nickname', (nickname) => ({ nickname })],
    ['addFolder', 'name', (name) => ({ name })],
    ['addCloudFolder', 'name', (name) => ({ name, type: 'image' })],
    ['addFeedback', 'text', (text) => ({ kind: 'idea', text })],
    ['addApiToken', 'name', (name) => ({ name, scopes: ['run'], confirmation: 'x', days: 30 })],
  ])('refuses %s with a hidden character in %s', async (call, field, input) => {
    const { url } = suiteServer();
    const user = await createUser(url, `hidden-${call}-${field}-${Math.random().toString(36).slice(2, 8)}`);
    const { method, path } = CALLS[call];
    const response = await user.fetch(path, {
      method,
      body: JSON.stringify(input(`a${OVERRIDE}b`)),
      headers: { 'content-type': 'application/json' },
    });
    const { code, data } = (await response.json()) as { code: number; data: { field?: string } };
    expect([code, data.field]).toEqual([209, field]);
  });

  test('lists an existing template with a hidden character in its name, and accepts its new name', async () => {
    const { url, server } = suiteServer();
    const user = await createUser(url, 'hidden-before');
    const { id } = await createSavedTemplate(user, 'Before');
    const name = `Be${OVERRIDE}fore`;
    await server.services.db.updateTable('template').set({ name }).where('id', '=', id).execute();
    expect(expectOk(await user.api.call('templateList', {})).list.map((one) => one.name)).toEqual([name]);
    expectOk(await user.api.call('editTemplate', { id, ...(await upload(user, 'again')) }));
    expectOk(await user.api.call('editTemplate', { id, name: 'After' }));
    expect(expectOk(await user.api.call('templateList', {})).list.map((one) => one.name)).toEqual(['After']);
  });
});

test.each([
  [`photo${OVERRIDE}gnp.exe.png`, 'photognp.exe.png'],
  [`a\u200bb.p${OVERRIDE}ng`, 'ab.png'],
  ['می\u200cخواهم.png', 'می\u200cخواهم.png'],
  [`${OVERRIDE}.png`, '_.png'],
])('an uploaded file %j is kept as %j', (name, kept) => {
  expect(uploadedName(name)).toBe(kept);
});

test('a fetched file is named by the visible characters of its name', () => {
  const url = new URL('https://data.example/goods.csv');
  expect(fileNameOf(`attachment; filename*=utf-8''${encodeURIComponent(`pri${OVERRIDE}ces\u0007.csv`)}`, url)).toBe(
    'prices.csv',
  );
  expect(fileNameOf(`attachment; filename*=utf-8''${encodeURIComponent('می\u200cخواهم.csv')}`, url)).toBe(
    'می\u200cخواهم.csv',
  );
});
