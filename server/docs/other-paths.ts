import {
  COMMON_FILE_PATH,
  COMMON_PICTURE_PATH,
  OPENING_PICTURE_PATH,
  CONVERTED_PATH,
  SERVER_RUN_PAGES_PATH,
  SERVER_RUN_REPORT_PATH,
  EXPORT_PATH,
  FILES_PATH,
  ICONS_PATH,
  INDUSTRY_FILES_PATH,
  NET_FILE_PATH,
  NET_PICTURE_PATH,
  netFileInput,
  netPictureInput,
  SHARE_PARAMETER,
  SHARED_FILE_PATH,
  SHARED_PICTURE_PATH,
  UPLOAD_CLOUD_PATH,
  UPLOAD_FILE_PATH,
  UPLOAD_IMAGE_PATH,
  UPLOAD_LIMITS,
  UPLOAD_OFFICE_PATH,
} from '#protocol/api.ts';

type Json = Readonly<Record<string, unknown>>;

const success = (data: Json): Json => ({
  type: 'object',
  required: ['code', 'data', 'message'],
  properties: { code: { const: 200 }, data, message: { const: '' } },
});
const KEY = success({ type: 'object', required: ['key'], properties: { key: { type: 'string' } } });
const CLOUD_FILE = success({ type: 'object', description: 'The file, as in the answer of `cloudFileList`.' });
const REFUSED = { $ref: '#/components/schemas/Refusal' };
const refusedWith = (description: string): Json => ({
  description,
  content: { 'application/json': { schema: REFUSED } },
});

/** A file of a run that has ended. */
function ofRun(operationId: string, summary: string): Json {
  return {
    operationId,
    tags: ['files'],
    summary,
    description: summary,
    security: [{ session: [] }],
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' }, example: '20300101runabcdef' }],
    responses: {
      200: { description: 'Its bytes.', content: { 'application/octet-stream': {} } },
      401: refusedWith('Code 301 (signedOut): there is no session.'),
      404: refusedWith('Code 404 (notFound): the user has no such run, or it has no such file, or not yet.'),
    },
  };
}

/** The routes that are not calls: uploads, uploaded files, and the server's health. */
export function otherPaths(): Json {
  return {
    [UPLOAD_IMAGE_PATH]: {
      post: upload('uploadImage', `A preview: a PNG of at most ${UPLOAD_LIMITS.imageBytes / 1024} KB.`, {
        'application/octet-stream': {
          schema: { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/png' },
          example: 'iVBORw0KGgo…',
        },
      }),
    },
    [UPLOAD_FILE_PATH]: {
      post: upload('uploadFile', 'A template or a font.', {
        'multipart/form-data': {
          schema: {
            type: 'object',
            required: ['file'],
            properties: {
              file: { type: 'string', contentMediaType: 'application/octet-stream' },
              token: { type: 'string', description: 'The upload token, where it is not in the header.' },
              key: { type: 'string', description: 'Not followed: keys are the server’s.' },
            },
          },
        },
      }),
    },
    [UPLOAD_CLOUD_PATH]: {
      post: upload(
        'uploadCloudFile',
        'An image or a spreadsheet for a folder of the cloud data, or new content of one that is there.',
        {
          'multipart/form-data': {
            schema: {
              type: 'object',
              required: ['file'],
              properties: {
                token: { type: 'string', description: 'The upload token, where it is not in the header.' },
                tid: { type: 'string', description: 'The folder.' },
                id: { type: 'string', description: 'The file whose content is replaced, in the place of `tid`.' },
                name: { type: 'string', description: 'With its ending, which says what it is.' },
                thumbnail: { type: 'string', contentMediaType: 'image/jpeg' },
                file: { type: 'string', contentMediaType: 'application/octet-stream' },
              },
            },
          },
        },
        CLOUD_FILE,
      ),
    },
    [UPLOAD_OFFICE_PATH]: {
      post: upload(
        'uploadOfficeFile',
        'An office file that is to become a PDF.',
        {
          'multipart/form-data': {
            schema: {
              type: 'object',
              required: ['file'],
              properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
            },
          },
        },
        success({ type: 'object', description: 'Its state, as in the answer of `conversionState`.' }),
      ),
    },
    [`${CONVERTED_PATH}{id}`]: {
      get: {
        operationId: 'convertedFile',
        tags: ['files'],
        summary: 'The PDF that was made of an office file.',
        description: 'The PDF that was made of an office file, until its conversion is ended.',
        security: [{ session: [] }],
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' }, example: '20300101conversionabcdef' },
        ],
        responses: {
          200: { description: 'Its bytes.', content: { 'application/octet-stream': {} } },
          401: refusedWith('Code 301 (signedOut): there is no session.'),
          404: refusedWith('Code 404 (notFound): the user has no such conversion, or it is not done.'),
        },
      },
    },
    [SERVER_RUN_PAGES_PATH.replace(':id', '{id}')]: {
      get: ofRun('serverRunPages', 'The pages of a run of the server: the one file that they make, or a zip file.'),
    },
    [SERVER_RUN_REPORT_PATH.replace(':id', '{id}')]: {
      get: ofRun('serverRunTable', 'What became of the labels of a run of the server, as a table (CSV).'),
    },
    [NET_PICTURE_PATH]: {
      post: {
        operationId: 'fetchPicture',
        tags: ['tem.new_class'],
        summary: 'The picture of a row at a web address.',
        description: 'The bytes of a PNG, JPEG or SVG of at most 20 MB at a web address.',
        security: [{ session: [] }],
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: netPictureInput, example: { PictureUrl: 'https://example.com/pear.png' } },
          },
        },
        responses: {
          200: {
            description: 'The bytes, or the reason why there are none.',
            content: { 'application/octet-stream': {}, 'application/json': { schema: REFUSED } },
          },
          401: refusedWith('Code 301 (signedOut): there is no session.'),
          403: refusedWith('Code 403 (forbidden): it was asked in the name of another user.'),
          429: refusedWith('Code 429 (tooMany).'),
          503: refusedWith('Code 503 (busy): too many pictures are being fetched.'),
        },
      },
    },
    [NET_FILE_PATH]: {
      post: {
        operationId: 'fetchFile',
        tags: ['tem.new_class'],
        summary: 'The bytes of a spreadsheet at a web address.',
        description:
          'The bytes of a spreadsheet at a web address. A client that has them already sends their ETag in If-None-Match.',
        security: [{ session: [] }],
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: netFileInput, example: { FileUrl: 'https://example.com/goods.xlsx' } },
          },
        },
        responses: {
          200: {
            description: 'The bytes, or the reason why there are none.',
            content: { 'application/octet-stream': {}, 'application/json': { schema: REFUSED } },
          },
          304: { description: 'It has not changed.' },
          401: refusedWith('Code 301 (signedOut): there is no session.'),
          403: refusedWith('Code 403 (forbidden): it was asked in the name of another user.'),
          429: refusedWith('Code 429 (tooMany).'),
        },
      },
    },
    [`${EXPORT_PATH}{token}`]: {
      get: {
        operationId: 'accountArchive',
        tags: ['files'],
        summary: 'All that the account has, as a zip file.',
        description:
          'All that the account has, as a zip file. The token is that of `beginAccountExport`, and holds once.',
        security: [{ session: [] }],
        parameters: [
          { name: 'token', in: 'path', required: true, schema: { type: 'string' }, example: 'a-token-of-the-export' },
        ],
        responses: {
          200: { description: 'The archive.', content: { 'application/zip': {} } },
          401: refusedWith('Code 301 (signedOut): there is no session.'),
          404: refusedWith('Code 404 (notFound): the token does not hold.'),
          429: refusedWith('Code 429 (tooMany).'),
        },
      },
    },
    [`${FILES_PATH}{key}`]: {
      get: {
        operationId: 'file',
        tags: ['files'],
        summary: 'A file of the user.',
        description: 'A file of the user. It never changes, and has its key for an ETag.',
        security: [{ session: [] }],
        parameters: [
          {
            name: 'key',
            in: 'path',
            required: true,
            schema: { type: 'string' },
            example: '20300101filefilefilefile.tprts',
          },
        ],
        responses: {
          200: { description: 'Its bytes.', content: { 'application/octet-stream': {}, 'image/png': {} } },
          304: { description: 'The browser has it.' },
          401: refusedWith('Code 301 (signedOut): there is no session.'),
          404: refusedWith('Code 404 (notFound): the user has no such file.'),
        },
      },
    },
    [OPENING_PICTURE_PATH]: {
      get: {
        operationId: 'openingPicture',
        tags: ['files'],
        summary: "The editor's first picture of a template.",
        description:
          'The picture of the current version of a template for that look, which `saveOpeningPicture` has stored. The header `opening-place` has its place in the window.',
        security: [{ session: [] }],
        parameters: [
          { name: 'id', in: 'query', required: true, schema: { type: 'string' }, example: '20300101template' },
          { name: 'look', in: 'query', required: true, schema: { type: 'string' }, example: '1280x800' },
        ],
        responses: {
          200: { description: 'The picture.', content: { 'image/png': {} } },
          204: { description: 'There is none, or unsaved work is newer.' },
          304: { description: 'The browser has it.' },
          401: refusedWith('Code 301 (signedOut): there is no session.'),
        },
      },
    },
    [`${ICONS_PATH}{category}/{name}`]: {
      get: {
        operationId: 'icon',
        tags: ['files'],
        summary: 'A drawing of the icon library.',
        description: 'A drawing of the icon library, at an address that `iconList` gives.',
        security: [],
        parameters: ['category', 'name'].map((name) => ({
          name,
          in: 'path',
          required: true,
          schema: { type: 'string' },
          example: name === 'name' ? 'fragile.svg' : 'handling',
        })),
        responses: {
          200: { description: 'The drawing.', content: { 'image/svg+xml': {} } },
          404: refusedWith('Code 404 (notFound): there is no such icon.'),
        },
      },
    },
    [`${INDUSTRY_FILES_PATH}{language}/{name}`]: {
      get: {
        operationId: 'industryFile',
        tags: ['files'],
        summary: 'The file of a ready template of an industry.',
        description: 'The file of a ready template of an industry, with its texts in that language.',
        security: [{ session: [] }],
        parameters: [
          { name: 'language', in: 'path', required: true, schema: { type: 'string' }, example: 'en' },
          { name: 'name', in: 'path', required: true, schema: { type: 'string' }, example: 'retail-shelf-60x40.tprts' },
        ],
        responses: {
          200: { description: 'Its bytes.', content: { 'application/octet-stream': {} } },
          401: refusedWith('Code 301 (signedOut): there is no session.'),
          404: refusedWith('Code 404 (notFound): there is no such template.'),
        },
      },
    },
    [SHARED_FILE_PATH]: {
      get: shared('sharedFile', 'The file of a template that is shared by a link.', SHARE_PARAMETER),
    },
    [SHARED_PICTURE_PATH]: {
      get: shared('sharedPicture', 'The picture of a template that is shared by a link.', SHARE_PARAMETER),
    },
    [COMMON_FILE_PATH]: { get: shared('commonFile', 'The file of a common template.', 'id') },
    [COMMON_PICTURE_PATH]: { get: shared('commonPicture', 'The picture of a common template.', 'id') },
    '/healthz': { get: state('healthz', 'Whether the server can do its work.') },
    '/readyz': { get: state('readyz', 'Whether new requests are welcome.') },
    '/metrics': {
      get: {
        operationId: 'metrics',
        tags: ['health'],
        summary: 'Measurements, in the text format of Prometheus.',
        description:
          'Measurements, in the text format of Prometheus. For the machine itself, or with METRICS_TOKEN as a bearer token.',
        security: [],
        responses: {
          200: { description: 'The measurements.', content: { 'text/plain': { schema: { type: 'string' } } } },
          404: refusedWith('To anybody else.'),
        },
      },
    },
  };
}

function shared(operationId: string, text: string, parameter: string): Json {
  return {
    operationId,
    tags: ['files'],
    summary: text,
    description: text,
    security: [{ session: [] }],
    parameters: [{ name: parameter, in: 'query', required: true, schema: { type: 'string' }, example: 'a-secret' }],
    responses: {
      200: { description: 'Its bytes.', content: { 'application/octet-stream': {}, 'image/png': {} } },
      304: { description: 'The browser has it.' },
      401: refusedWith('Code 301 (signedOut): there is no session.'),
      404: refusedWith('Code 404 (notFound): it is not shared, or not any more.'),
      429: refusedWith('Code 429 (tooMany).'),
    },
  };
}

function upload(operationId: string, text: string, content: Json, kept: Json = KEY): Json {
  return {
    operationId,
    tags: ['files'],
    summary: text,
    description: `${text} The header \`authorization: UpToken …\` carries a token that \`uploadToken\` gave to this user.`,
    security: [{ session: [] }],
    requestBody: { required: true, content },
    responses: {
      200: {
        description: 'Kept; or code 209 (invalid), 402 (refused): the account is full.',
        content: { 'application/json': { schema: { anyOf: [kept, REFUSED] } } },
      },
      401: refusedWith('Code 301 (signedOut) or 401 (unauthorized): no session, or the token does not hold.'),
      413: refusedWith('Code 413 (tooLarge).'),
      429: refusedWith('Code 429 (tooMany).'),
      507: refusedWith('Code 507 (noSpace).'),
    },
  };
}

function state(operationId: string, summary: string): Json {
  const schema = {
    type: 'object',
    required: ['status'],
    properties: { status: { type: 'string' }, reason: { type: 'string' } },
  };
  return {
    operationId,
    tags: ['health'],
    summary,
    description: summary,
    security: [],
    responses: {
      200: { description: 'Yes.', content: { 'application/json': { schema, example: { status: 'ok' } } } },
      503: { description: 'No, for the reason that is given.', content: { 'application/json': { schema } } },
    },
  };
}
