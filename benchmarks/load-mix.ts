import type { Request } from 'autocannon';
import { antiForgeryHeaders } from '#protocol/anti-forgery.ts';
import { CALLS, UPLOAD_FILE_PATH, UPLOAD_IMAGE_PATH, type CallName } from '#protocol/api.ts';
import { PREVIEW, TEMPLATE_FILE, type LoadUser } from './load-users.ts';

const BOUNDARY = 'labelwright-load';
const PREVIEW_BODY = Buffer.from(PREVIEW).toString('base64');

/** What a save carries from one request to the next. */
interface SaveContext {
  token?: string;
  fileKey?: string;
  imageKey?: string;
}

/**
 * What a user does repeatedly, 21 requests: opens the home screen, looks at templates, opens one, saves it with its two
 * uploads, and looks again. `turn` is the step at which a connection starts, so that connections differ; with
 * `signsIn`, another sign-in is the last request.
 */
export function requestsOf(user: LoadUser, turn: number, signsIn: boolean): Request[] {
  const chunks = [
    [call(user, 'currentUser'), call(user, 'folderList'), call(user, 'templateList', { parent_id: user.folderId })],
    [fetched(user, user.image), fetched(user, user.image), fetched(user, user.image)],
    [call(user, 'getTemplate', { id: at(user.templateIds, turn) }), fetched(user, user.file), call(user, 'fontList')],
    saving(user, at(user.templateIds, turn + 7)),
    [call(user, 'templateList', { name: 'label 1' }), call(user, 'templateList', { page: 2, size: 10 })],
    [call(user, 'sessionKeys'), call(user, 'member')],
    [call(user, 'currentUser'), call(user, 'configuration'), call(user, 'printRecordList'), fetched(user, '/')],
  ];
  const start = turn % chunks.length;
  const turned = [...chunks.slice(start), ...chunks.slice(0, start)].flat();
  return signsIn ? [...turned, signingIn(user)] : turned;
}

function call(user: LoadUser, name: CallName, input: object = {}): Request {
  return {
    method: CALLS[name].method,
    path: CALLS[name].path,
    headers: { ...headersOf(user), 'content-type': 'application/json' },
    ...(CALLS[name].method === 'GET' ? {} : { body: JSON.stringify(input) }),
  };
}

function fetched(user: LoadUser, path: string): Request {
  return { method: 'GET', path, headers: headersOf(user) };
}

/** A sign-in from an address that the user has used before, by a program that keeps no cookies. */
function signingIn(user: LoadUser): Request {
  const request = call(user, 'login', { account: user.account, password: user.password });
  return { ...request, headers: { 'x-forwarded-for': user.address, 'content-type': 'application/json' } };
}

function saving(user: LoadUser, templateId: string): Request[] {
  const form = formBody();
  const authorization = ({ token = '' }: SaveContext): string => `UpToken ${token}`;
  const edit = call(user, 'editTemplate');
  return [
    {
      ...call(user, 'uploadToken', { bucket: 'web' }),
      onResponse: (_status, body, context: SaveContext) => {
        context.token = dataOf<string>(body, 'data');
      },
    },
    {
      method: 'POST',
      path: UPLOAD_FILE_PATH,
      body: form,
      setupRequest: (request, context: SaveContext) => ({
        ...request,
        headers: {
          ...headersOf(user),
          'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
          authorization: authorization(context),
        },
      }),
      onResponse: (_status, body, context: SaveContext) => {
        context.fileKey = dataOf<string>(body, 'key');
      },
    },
    {
      method: 'POST',
      path: UPLOAD_IMAGE_PATH,
      body: PREVIEW_BODY,
      setupRequest: (request, context: SaveContext) => ({
        ...request,
        headers: {
          ...headersOf(user),
          'content-type': 'application/octet-stream',
          authorization: authorization(context),
        },
      }),
      onResponse: (_status, body, context: SaveContext) => {
        context.imageKey = dataOf<string>(body, 'key');
      },
    },
    {
      ...edit,
      setupRequest: (request, { fileKey = '', imageKey = '' }: SaveContext) => ({
        ...request,
        body: JSON.stringify({ id: templateId, url: fileKey, image: imageKey, width: 100, height: 80 }),
      }),
    },
  ];
}

function headersOf(user: LoadUser): Record<string, string> {
  const cookie = `${user.sessionCookie}; ${user.browserCookie}; ${user.antiForgeryCookie}`;
  return { cookie, ...antiForgeryHeaders(cookie), 'x-forwarded-for': user.address, language: 'en' };
}

function formBody(): Buffer {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="label.tprts"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), TEMPLATE_FILE, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}

function dataOf<T>(body: string, key: string): T {
  return (JSON.parse(body) as { data: Record<string, T> }).data[key] as T;
}

function at(list: readonly string[], index: number): string {
  return list[index % list.length] ?? '';
}
