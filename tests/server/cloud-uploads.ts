import { expectOk, ok, err, type Result } from '#model/kernel/result.ts';
import { UPLOAD_CLOUD_PATH, UPLOAD_TOKEN_SCHEME, type CloudFile, type CloudFolder } from '#protocol/api.ts';
import {
  createTestServer,
  createUser,
  type TestServer,
  type TestUser,
  type TestVisitor,
} from './create-test-server.ts';

export interface CloudUpload {
  /** The folder, or the file (`id`) whose content is replaced. */
  readonly tid?: string;
  readonly id?: string;
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly thumbnail?: Uint8Array;
  /** Replaces a newly requested one. */
  readonly token?: string;
}

/** Uploads to the cloud data as a page does. The error is the envelope's code and message. */
export async function uploadCloudFile(
  visitor: TestVisitor,
  { tid, id, name, bytes, thumbnail, token }: CloudUpload,
): Promise<Result<CloudFile, { readonly code: number; readonly message: string }>> {
  const form = new FormData();
  if (tid !== undefined) form.set('tid', tid);
  if (id !== undefined) form.set('id', id);
  form.set('name', name);
  if (thumbnail !== undefined) form.set('thumbnail', new Blob([thumbnail.slice()]), 'thumbnail.jpg');
  form.set('file', new Blob([bytes.slice()]), name);
  const permission = token ?? expectOk(await visitor.api.call('uploadToken', {})).data;
  const response = await visitor.fetch(UPLOAD_CLOUD_PATH, {
    method: 'POST',
    body: form,
    headers: { authorization: `${UPLOAD_TOKEN_SCHEME} ${permission}`, language: 'en' },
  });
  const envelope = (await response.json()) as { code: number; data: CloudFile; message: string };
  return envelope.code === 200 ? ok(envelope.data) : err({ code: envelope.code, message: envelope.message });
}

/** A JPEG with only its structure. */
export function createJpeg(width = 2, height = 2, comment = ''): Uint8Array {
  const segment = (marker: number, data: Buffer): Buffer => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(data.length + 2, 2);
    return Buffer.concat([head, data]);
  };
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xfe, Buffer.from(comment)),
    segment(0xc0, frame),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56, 0xff, 0xd9]),
  ]);
}

export async function foldersOf({ api }: TestUser, type: 1 | 2 = 1): Promise<readonly CloudFolder[]> {
  return expectOk(await api.call('cloudDataList', { type })).list;
}

export async function firstFolder(user: TestUser, type: 1 | 2 = 1): Promise<string> {
  return (await foldersOf(user, type))[0]?.id ?? '';
}

/** A server with a user and the user's first folder of images. */
export async function createOwner(
  options: Parameters<typeof createTestServer>[0] = {},
): Promise<TestServer & { readonly owner: TestUser; readonly tid: string }> {
  const started = await createTestServer(options);
  const owner = await createUser(started.url, 'owner');
  return { ...started, owner, tid: await firstFolder(owner) };
}
