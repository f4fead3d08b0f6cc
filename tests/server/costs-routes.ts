import { gzipSync } from 'node:zlib';
import {
  COMMON_FILE_PATH,
  COMMON_PICTURE_PATH,
  OPENING_PICTURE_PATH,
  CONVERTED_PATH,
  NET_FILE_PATH,
  NET_PICTURE_PATH,
  SERVER_RUN_PAGES_PATH,
  SERVER_RUN_REPORT_PATH,
  SHARE_PARAMETER,
  SHARED_FILE_PATH,
  SHARED_PICTURE_PATH,
  UPLOAD_CLOUD_PATH,
  UPLOAD_FILE_PATH,
  UPLOAD_IMAGE_PATH,
  UPLOAD_LIMITS,
  UPLOAD_OFFICE_PATH,
  UPLOAD_TOKEN_SCHEME,
} from '#protocol/api.ts';
import { BIND_PATH, DIAL_PATH, UNBIND_PATH } from '#protocol/dialed-assistant.ts';
import { V1_DOCUMENT_PATH } from '#server/api-v1/v1-calls.ts';
import type { World } from './costs-bodies.ts';

/** A request as `fetch` takes it. */
export interface Asked {
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly body?: BodyInit;
  readonly type?: string;
}

/** Fields of a query, languages and ranges: as many as Node's limit of 16 KB for headers leaves space for. */
const MANY_FIELDS = Array.from({ length: 1000 }, (_, i) => `f${i}`).join('&');
const MANY_LANGUAGES = Array.from({ length: 250 }, (_, i) => `e${i}-XX;q=0.1`).join(',');
const MANY_RANGES = `bytes=${Array.from({ length: 500 }, () => '0-0').join(',')}`;

/** Headers of every request, whether its route uses them or not. */
export const HEAVY_HEADERS: Readonly<Record<string, string>> = {
  'accept-language': MANY_LANGUAGES,
  range: MANY_RANGES,
};

const get = (path: string): readonly Asked[] => [{ path: `${path}${path.includes('?') ? '&' : '?'}${MANY_FIELDS}` }];
const post = (path: string, body: unknown): readonly Asked[] => [
  { path, method: 'POST', body: JSON.stringify(body), type: 'application/json' },
];
const form = (path: string, name: string, bytes: Uint8Array, fields: Readonly<Record<string, string>> = {}): Asked => {
  const body = new FormData();
  for (const [field, value] of Object.entries(fields)) body.set(field, value);
  body.set('file', new Blob([bytes.slice()]), name);
  return { path, method: 'POST', body };
};
const mib = (count: number, text: string): Buffer => Buffer.alloc(count * 2 ** 20, text);
const xml = (text: Buffer): Buffer => Buffer.concat([Buffer.from('<?xml version="1.0"?><Template>'), text]);

/** A compound file in which each sector looks like the beginning of a directory. */
function compoundFile(): Buffer {
  const file = Buffer.alloc(19 * 2 ** 20, Buffer.from('Workbook\0', 'utf16le'));
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  file.writeUInt16LE(0xfffe, 28);
  file.writeUInt16LE(9, 30);
  return file;
}

/** The most expensive requests of each route that is not a call. */
export const ROUTES: Readonly<Record<string, (world: World) => readonly Asked[]>> = {
  [`POST ${BIND_PATH}`]: () => post(BIND_PATH, { code: 'x'.repeat(100), name: 'n'.repeat(100), more: ones(60_000) }),
  [`POST ${UNBIND_PATH}`]: () => post(UNBIND_PATH, { more: ones(60_000) }),
  [`GET ${DIAL_PATH}`]: () => get(DIAL_PATH),
  'GET /healthz': () => get('/healthz'),
  'GET /readyz': () => get('/readyz'),
  'GET /metrics': () => get('/metrics'),
  'GET /docs': () => get('/docs'),
  'GET /docs/openapi.json': () => get('/docs/openapi.json'),
  'GET /docs/start.js': () => get('/docs/start.js'),
  'GET /docs/viewer.js': () => get('/docs/viewer.js'),
  [`GET ${V1_DOCUMENT_PATH}`]: () => get(V1_DOCUMENT_PATH),
  [`POST ${UPLOAD_IMAGE_PATH}`]: () => [
    {
      path: UPLOAD_IMAGE_PATH,
      method: 'POST',
      type: 'text/plain',
      body: Buffer.alloc(UPLOAD_LIMITS.imageBytes, 'x').toString('base64'),
    },
  ],
  [`POST ${UPLOAD_FILE_PATH}`]: () => [
    form(UPLOAD_FILE_PATH, 'one-tag.tprt', xml(Buffer.concat([Buffer.from('<a '), mib(15, 'b="1" ')]))),
    form(UPLOAD_FILE_PATH, 'text.tprts', gzipSync(xml(mib(63, 'text')))),
    form(UPLOAD_FILE_PATH, 'tags.tprts', gzipSync(xml(mib(63, '<a/>')))),
    form(UPLOAD_FILE_PATH, 'nearly-ends.tprt', mib(15, '\r\n--')),
    form(UPLOAD_FILE_PATH, 'picture.png', Buffer.concat([PNG_START, Buffer.alloc(1_900_000, PNG_CHUNK)])),
  ],
  [`POST ${UPLOAD_CLOUD_PATH}`]: ({ things }) => [
    form(UPLOAD_CLOUD_PATH, 'rows.csv', mib(19, 'a,b\n'), { tid: things.cloudFolderId, name: 'rows.csv' }),
    form(UPLOAD_CLOUD_PATH, 'rows.csv', mib(19, 'a,b\n'), { tid: 'sheets1', name: 'rows.csv' }),
    form(UPLOAD_CLOUD_PATH, 'rows.xls', compoundFile(), { tid: 'sheets1', name: 'rows.xls' }),
    form(UPLOAD_CLOUD_PATH, 'rows.csv', mib(19, '\r\n--'), { tid: 'sheets1', name: 'rows.csv' }),
  ],
  [`POST ${UPLOAD_OFFICE_PATH}`]: () => [form(UPLOAD_OFFICE_PATH, 'rows.xls', compoundFile())],
  [`GET ${CONVERTED_PATH}:id`]: ({ things }) => get(CONVERTED_PATH + things.conversionId),
  [`GET ${SERVER_RUN_PAGES_PATH}`]: ({ things }) => get(SERVER_RUN_PAGES_PATH.replace(':id', things.runId)),
  [`GET ${SERVER_RUN_REPORT_PATH}`]: ({ things }) => get(SERVER_RUN_REPORT_PATH.replace(':id', things.runId)),
  'GET /files/:key': ({ things }) => get(things.files.url),
  [`GET ${OPENING_PICTURE_PATH}`]: ({ things }) => get(`${OPENING_PICTURE_PATH}?id=${things.templateId}&look=a`),
  [`GET ${SHARED_FILE_PATH}`]: ({ things }) => get(`${SHARED_FILE_PATH}?${SHARE_PARAMETER}=${things.shareSecret}`),
  [`GET ${SHARED_PICTURE_PATH}`]: ({ things }) =>
    get(`${SHARED_PICTURE_PATH}?${SHARE_PARAMETER}=${things.shareSecret}`),
  [`GET ${COMMON_FILE_PATH}`]: ({ things }) => get(`${COMMON_FILE_PATH}?id=${things.commonId}`),
  [`GET ${COMMON_PICTURE_PATH}`]: ({ things }) => get(`${COMMON_PICTURE_PATH}?id=${things.commonId}`),
  'GET /industry-files/:language/:name': () => get('/industry-files/en/retail-shelf-60x40.tprts'),
  'GET /icons/:category/:name': () => get('/icons/added/icon1.svg'),
  [`POST ${NET_FILE_PATH}`]: ({ sheets }) =>
    post(NET_FILE_PATH, { FileUrl: `${sheets}/large.csv`, more: ones(60_000) }),
  [`POST ${NET_PICTURE_PATH}`]: ({ sheets }) =>
    post(NET_PICTURE_PATH, { PictureUrl: `${sheets}/large.csv`, more: ones(60_000) }),
  'POST /notify/:provider': () => post('/notify/card', { more: ones(15_000) }),
  'GET /fonts/:name': () => get('/fonts/Roboto_400Regular.ttf'),
  'GET /fonts/added/:name': () => get('/fonts/added/none.ttf'),
  // That of a whole account has a test of its own: `account-export.test.ts`.
  'GET /export/:token': () => get('/export/none'),
  'GET /*': () => get('/index'),
};

const PNG_START = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptV', 'base64');
/** Empty, and of a kind that pictures may have any number of. */
const PNG_CHUNK = Buffer.concat([Buffer.alloc(4), Buffer.from('tEXt'), Buffer.alloc(4)]);

function ones(count: number): readonly number[] {
  return Array.from({ length: count }, () => 1);
}

/** The headers of a request with that upload token. */
export function headersOf(asked: Asked, uploadToken: string): Record<string, string> {
  const isUpload = asked.path.startsWith('/upload/');
  return {
    ...(asked.method === 'POST' ? {} : HEAVY_HEADERS),
    ...(asked.type === undefined ? {} : { 'content-type': asked.type }),
    ...(isUpload ? { authorization: `${UPLOAD_TOKEN_SCHEME} ${uploadToken}` } : {}),
  };
}
