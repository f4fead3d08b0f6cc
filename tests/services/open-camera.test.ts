import { expect, test } from 'vitest';
import { openCamera } from '#services/camera/open-camera.ts';

function devicesThat(name: string): MediaDevices {
  return { getUserMedia: () => Promise.reject(new DOMException('', name)) } as unknown as MediaDevices;
}

test.each([
  ['NotAllowedError', 'camera.denied'],
  ['NotFoundError', 'camera.absent'],
  ['NotReadableError', 'camera.busy'],
])('%s is %s', async (name, code) => {
  expect(await openCamera(devicesThat(name))).toMatchObject({ ok: false, error: { code } });
});

test('a page without https has no camera', async () => {
  expect(await openCamera(undefined)).toMatchObject({ error: { code: 'browser.insecure' } });
});
