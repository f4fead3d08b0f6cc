import { Secret, TOTP } from 'otpauth';
import type { PasskeyAssertion, PasskeyAttestation, SaveConnectionInput } from '#protocol/api.ts';
import { expectOk } from '#model/kernel/result.ts';
import { createAuthenticator } from '#tests/support/soft-authenticator.ts';
import {
  addTestFont,
  createPng,
  createSavedTemplate,
  createUser,
  createVisitor,
  PASSWORD,
  upload,
  type TestServer,
  type TestUser,
} from './create-test-server.ts';
import { bindTestAssistant } from './bound-assistant.ts';
import { uploadCloudFile } from './cloud-uploads.ts';
import { createProtectedFile, uploadOffice } from './office-files.ts';
import { uploadPortrait } from './portrait.ts';
import { uploadPicture } from './uploaded-picture.ts';
import { createRunEnd } from './print-run-factory.ts';

/** Ids of the owner's things, which the other users use in their requests. */
export interface Things {
  readonly owner: TestUser;
  readonly folderId: string;
  /** Without templates. */
  readonly spareFolderId: string;
  /** With an earlier version, of revision 1. */
  readonly templateId: string;
  /** In the trash. */
  readonly trashedId: string;
  readonly files: { readonly url: string; readonly image: string };
  readonly uploadToken: string;
  readonly fontId: string;
  readonly fontUrl: string;
  readonly cloudFolderId: string;
  readonly cloudFileId: string;
  /** A link to the template, with the right to copy. */
  readonly shareId: string;
  readonly shareSecret: string;
  /** Submitted to the common library. */
  readonly commonId: string;
  readonly apiTokenId: string;
  /** Leads to the server of spreadsheets, if any. */
  readonly connectionId: string;
  readonly queryId: string;
  readonly assistantId: string;
  readonly scheduleId: string;
  /** Waits for a worker; there is none. */
  readonly runId: string;
  /** Another session of the owner. */
  readonly sessionId: string;
  /** The current one-time code that confirms the owner's pending setup. */
  readonly code: string;
  /** The answers of the owner's authenticator to a new passkey, and to a sign-in. */
  readonly attestation: PasskeyAttestation;
  readonly assertion: PasskeyAssertion;
  readonly passkeyId: string;
  readonly avatar: string;
  /** Empty where nothing is sold. */
  readonly orderId: string;
  /** Of a file that can't be opened: it has ended. */
  readonly conversionId: string;
  /** Uploaded for feedback. */
  readonly pictureUrl: string;
}

/** The same server by its name, which passkeys need. */
export function calledByName(test: TestServer): TestServer {
  return { ...test, url: test.url.replace('127.0.0.1', 'localhost') };
}

/** An owner with one thing of each kind. */
export async function createThings(url: string, ownerName = 'owner', sheets = 'https://shop.example'): Promise<Things> {
  const owner = await createUser(url, ownerName);
  const saved = await createSavedTemplate(owner, 'Mine');
  expectOk(await owner.api.call('editTemplate', { id: saved.id, ...(await upload(owner, 'second')) }));
  const spare = expectOk(await owner.api.call('addFolder', { name: 'Spare' }));
  const trashedTemplate = await createSavedTemplate(owner, 'Gone');
  expectOk(await owner.api.call('deleteTemplate', { id: trashedTemplate.id }));
  const token = expectOk(await owner.api.call('uploadToken', {}));
  const font = await addTestFont(owner, 'House');
  const cloudFolder = expectOk(await owner.api.call('addCloudFolder', { name: 'Logos', type: 1 }));
  expectOk(await owner.api.call('cloudDataList', { type: 1 }));
  expectOk(await owner.api.call('addCloudFolder', { name: 'Others', type: 1 }));
  const cloudFile = expectOk(
    await uploadCloudFile(owner, { tid: cloudFolder.id, name: 'logo.png', bytes: createPng() }),
  );
  const share = expectOk(await owner.api.call('addTemplateShare', { id: saved.id, right: 'copy' }));
  const common = expectOk(await owner.api.call('submitCommon', { id: saved.id, category: 'other', description: '' }));
  const apiToken = expectOk(
    await owner.api.call('addApiToken', { name: 'ERP', scopes: ['preview'], days: 30, confirmation: PASSWORD }),
  );
  const connection = expectOk(await owner.api.call('saveDataConnection', createHttpConnection(sheets)));
  const query = { connection_id: connection.id, name: 'Goods', text: '/goods.json', parameters: [] };
  const savedQuery = expectOk(await owner.api.call('saveDataQuery', query));
  expectOk(await owner.api.call('endPrintRecord', createRunEnd()));
  expectOk(await owner.api.call('addPrintReadings', { job_id: 'job-1', part: 0, readings: [] }));
  const draft = expectOk(await owner.api.call('beginSecondFactor', { confirmation: PASSWORD }));
  const authenticator = createAuthenticator(url);
  const first = await beginPasskey(owner);
  const passkey = expectOk(
    await owner.api.call('addPasskey', { name: 'First', response: authenticator.attest(first) }),
  );
  const signIn = expectOk(await owner.api.call('beginPasskeySignIn', {}));
  const elsewhere = createVisitor(url);
  expectOk(await elsewhere.api.call('login', { account: ownerName, password: PASSWORD }));
  const sessions = expectOk(await owner.api.call('sessionList', {}));
  const order = await owner.api.call('payScanCode', { m_id: 'month' });
  return {
    orderId: order.ok ? order.value.o_id : '',
    sessionId: sessions.list.find(({ current }) => !current)?.id ?? '',
    get code() {
      return TOTP.generate({ secret: Secret.fromBase32(draft.secret) });
    },
    attestation: createAuthenticator(url).attest(await beginPasskey(owner)),
    assertion: authenticator.assert(signIn.options),
    passkeyId: passkey.id,
    avatar: await uploadPortrait(owner),
    pictureUrl: await uploadPicture(owner),
    conversionId: expectOk(await uploadOffice(owner, 'secret.docx', createProtectedFile())).id,
    owner,
    folderId: saved.parent_id,
    spareFolderId: spare.id,
    templateId: saved.id,
    trashedId: trashedTemplate.id,
    files: await upload(owner),
    uploadToken: token.data,
    fontId: font.id,
    fontUrl: font.url,
    cloudFolderId: cloudFolder.id,
    cloudFileId: cloudFile.id,
    shareId: share.id,
    shareSecret: share.secret,
    commonId: common.id,
    apiTokenId: apiToken.id,
    connectionId: connection.id,
    queryId: savedQuery.id,
    assistantId: (await bindTestAssistant(url, owner)).id,
    ...(await addPlanAndRun(url, owner, saved.id)),
  };
}

/** A schedule without future times, and a run, both created by a program. */
async function addPlanAndRun(
  url: string,
  owner: TestUser,
  template: string,
): Promise<Pick<Things, 'scheduleId' | 'runId'>> {
  const scopes = ['schedules:write' as const, 'runs:write' as const];
  const made = { name: 'Planner', scopes, days: 30, confirmation: PASSWORD };
  const { token } = expectOk(await owner.api.call('addApiToken', made));
  const add = async (path: string, body: object): Promise<string> => {
    const answer = await fetch(`${url}/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return ((await answer.json()) as { readonly id: string }).id;
  };
  const run = { template, format: 'zpl' };
  const scheduleId = await add('schedules', { name: 'Plan', trigger: 'open', run });
  return { scheduleId, runId: await add('runs', run) };
}

async function beginPasskey(user: TestUser): Promise<Readonly<Record<string, unknown>>> {
  return expectOk(await user.api.call('beginPasskey', { confirmation: PASSWORD })).options;
}

/** The tables with rows of users, except audit entries, sessions and codes, which every request changes. */
const OWNED = [
  'folder',
  'template',
  'template_version',
  'template_draft',
  'opening_picture',
  'save_key',
  'stored_file',
  'user_font',
  'api_token',
  'assistant',
  'printer',
  'data_connection',
  'data_query',
  'label_run',
  'schedule',
  'print_record',
  'print_reading',
  'cloud_folder',
  'cloud_file',
  'brand_kit',
  'space_grant',
  'common_template',
  'member_order',
  'membership_grant',
  'feedback',
  'document_conversion',
  'external_identity',
  'second_factor',
  'recovery_code',
] as const;

/** Every row of the owner's, in all tables with users' rows, sorted by their values. */
export async function ownedBy({ services: { db } }: TestServer['server'], userId: string): Promise<unknown> {
  const rows = await Promise.all(
    OWNED.map((table) => db.selectFrom(table).selectAll().where('user_id', '=', userId).execute()),
  );
  // A sign-in increments the passkey's counter, in any browser.
  const passkeys = await db.selectFrom('passkey').select(['id', 'name']).where('user_id', '=', userId).execute();
  // Openings of a link by others are counted.
  const shares = await db.selectFrom('template_share').select(['id', 'grants']).where('user_id', '=', userId).execute();
  const counters = await db
    .selectFrom('counter')
    .innerJoin('template', 'template.id', 'counter.template_id')
    .selectAll('counter')
    .where('template.user_id', '=', userId)
    .execute();
  const user = await db.selectFrom('user').selectAll().where('id', '=', userId).execute();
  return [user, ...rows, passkeys, shares, counters].map((list: readonly object[]) => {
    const texts = new Map(list.map((row) => [row, JSON.stringify(row)]));
    return list.toSorted((a, b) => ((texts.get(a) ?? '') < (texts.get(b) ?? '') ? -1 : 1));
  });
}

/** A connection to a program that answers with JSON. */
export function createHttpConnection(address: string): SaveConnectionInput {
  const database = { host: '', port: 0, database: '', user: '', tls: 'off' } as const;
  return { name: 'Shop', kind: 'http', ...database, address, header: 'Authorization', secret: 'Bearer secret-of-shop' };
}
