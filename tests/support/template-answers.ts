import { expectOk } from '#model/kernel/result.ts';
import { unpackTemplate } from '#model/template/packing.ts';
import { API_CODES, CALLS, UPLOAD_FILE_PATH, UPLOAD_IMAGE_PATH, type CallName } from '#protocol/api.ts';
import type { EditTemplateInput, TemplateInfo } from '#protocol/api.ts';

/** An answer to a save; `code` is the envelope's. */
export interface SaveAnswer {
  readonly code: number;
  readonly data?: unknown;
}

export interface TemplateAnswers {
  readonly fetch: typeof globalThis.fetch;
  /** The requested saves. */
  readonly saves: readonly EditTemplateInput[];
  /** The template files that were uploaded, as XML. */
  readonly files: readonly string[];
  /** The answers to the next saves, the first one first; without any they succeed. */
  readonly answers: (() => SaveAnswer | Promise<SaveAnswer>)[];
  /** The saved template. */
  info(): TemplateInfo;
}

/** A server that keeps one template: uploads, saves of it, drafts of it. Any other call finds no server. */
export function createTemplateAnswers(first: Partial<TemplateInfo> = {}): TemplateAnswers {
  const saves: EditTemplateInput[] = [];
  const files: string[] = [];
  const answers: TemplateAnswers['answers'] = [];
  let uploads = 0;
  let info: TemplateInfo = {
    id: 'box1',
    parent_id: 'folder1',
    name: 'Label',
    remark: '',
    width: 60,
    height: 40,
    file: '/files/0.tprts',
    file_web: '/files/0.tprts',
    image: '',
    type: 'cloud',
    use_num: 0,
    add_time: '2026-03-07T14:05:09.000Z',
    update_time: '2026-03-07T14:05:09.000Z',
    blanks: 0,
    revision: 1,
    ...first,
  };

  async function save(input: EditTemplateInput): Promise<SaveAnswer> {
    saves.push(input);
    const refused = await answers.shift()?.();
    if (refused !== undefined && refused.code !== API_CODES.success) return refused;
    info = {
      ...info,
      name: input.name ?? info.name,
      file: `/files/${input.url}`,
      file_web: `/files/${input.url}`,
      revision: info.revision + 1,
    };
    return { code: API_CODES.success, data: info };
  }
  async function answer(request: Request): Promise<SaveAnswer> {
    const { pathname } = new URL(request.url);
    if (pathname === UPLOAD_IMAGE_PATH) return { code: API_CODES.success, data: { key: `${++uploads}.png` } };
    if (pathname === UPLOAD_FILE_PATH) files.push(await templateIn(request));
    if (pathname === UPLOAD_FILE_PATH) return { code: API_CODES.success, data: { key: `${++uploads}.tprts` } };
    const is = (name: CallName): boolean => CALLS[name].path === pathname;
    if (is('uploadToken')) return { code: API_CODES.success, data: { data: 'token', url: '/files/' } };
    if (is('editTemplate')) return save((await request.json()) as EditTemplateInput);
    if (is('getTemplate')) return { code: API_CODES.success, data: info };
    if (is('deleteDraft')) return { code: API_CODES.success, data: null };
    throw new TypeError(`the test has no answer to ${pathname}`);
  }

  return {
    saves,
    files,
    answers,
    info: () => info,
    async fetch(input, init) {
      const { code, data = null } = await answer(new Request(input, init));
      return Response.json({ code, message: '', data });
    },
  };
}

async function templateIn(request: Request): Promise<string> {
  for (const part of (await request.formData()).values()) {
    if (part instanceof File) return expectOk(unpackTemplate(new Uint8Array(await part.arrayBuffer())));
  }
  throw new TypeError('an upload without a file');
}
