import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { expectOk } from '#model/kernel/result.ts';
import { API_CODES, FEEDBACK_LIMITS, UPLOAD_LIMITS, type AddFeedbackInput } from '#protocol/api.ts';
import { createJpeg } from './cloud-uploads.ts';
import { codeOf, type Input } from './code-of.ts';
import { createPng, createTestServer, createUser, createVisitor, PASSWORD } from './create-test-server.ts';
import { createOperator } from './create-operator.ts';
import { uploadPicture } from './uploaded-picture.ts';

const { success, invalid, refused, notFound, signedOut } = API_CODES;
const DAY_MS = 24 * 60 * 60 * 1000;
const SAID: AddFeedbackInput = { kind: 'idea', text: '  More colours\nplease  ', contact: ' me@example.com ' };

describe('feedback', () => {
  test('is stored unchanged, with its picture, and listed for its user only, newest first', async () => {
    const { url, wait } = await createTestServer();
    const [owner, other] = [await createUser(url, 'owner'), await createUser(url, 'other')];
    const image = await uploadPicture(owner, createJpeg());
    const first = expectOk(await owner.api.call('addFeedback', { ...SAID, image }));
    expect(first).toMatchObject({ kind: 'idea', text: 'More colours\nplease', contact: 'me@example.com', image });
    expect(first).toMatchObject({ state: 'open', answer: '', answer_time: '' });
    wait(1000);
    const second = expectOk(await owner.api.call('addFeedback', { kind: 'problem', text: 'It broke' }));
    expect(expectOk(await owner.api.call('feedbackList', {}))).toEqual({ list: [second, first], count: 2 });
    expect(expectOk(await owner.api.call('feedbackList', { page: 2, size: 1 }))).toEqual({ list: [first], count: 2 });
    expect(expectOk(await other.api.call('feedbackList', {}))).toEqual({ list: [], count: 0 });
    expect((await owner.fetch(image)).headers.get('content-type')).toBe('image/jpeg');
    expect((await other.fetch(image)).status).toBe(404);
    expect(await codeOf(createVisitor(url), 'addFeedback', { ...SAID })).toBe(signedOut);
  });

  test.each<[Input, number]>([
    [{ text: '   ' }, invalid],
    [{ text: '' }, invalid],
    [{ text: 'x'.repeat(FEEDBACK_LIMITS.textLength + 1) }, invalid],
    [{ kind: 'praise' }, invalid],
    [{ contact: 'x'.repeat(FEEDBACK_LIMITS.contactLength + 1) }, invalid],
    [{ image: '/files/none.png' }, notFound],
    [{ text: 'a\u0000b' }, invalid],
    [{ text: 'x'.repeat(FEEDBACK_LIMITS.textLength) }, success],
  ])('with %j it is answered %i', async (more, code) => {
    const { url } = await createTestServer();
    expect(await codeOf(await createUser(url, 'owner'), 'addFeedback', { ...SAID, ...more })).toBe(code);
  });

  test('accepts no picture of another user, and none that was uploaded for something else', async () => {
    const { url } = await createTestServer();
    const [owner, other] = [await createUser(url, 'owner'), await createUser(url, 'other')];
    expect(await codeOf(other, 'addFeedback', { ...SAID, image: await uploadPicture(owner) })).toBe(notFound);
    const token = expectOk(await owner.api.call('uploadToken', {}));
    const preview = expectOk(await owner.api.uploadPreview(createPng(), token.data));
    expect(await codeOf(owner, 'addFeedback', { ...SAID, image: preview.key })).toBe(notFound);
  });

  test('of twenty-five concurrent ones is accepted up to the daily limit; the next day more are', async () => {
    const { url, wait } = await createTestServer();
    const owner = await createUser(url, 'owner');
    const codes = await Promise.all(Array.from({ length: 25 }, () => codeOf(owner, 'addFeedback', { ...SAID })));
    expect(codes.filter((code) => code === success).length).toBe(FEEDBACK_LIMITS.perDay);
    expect(codes.filter((code) => code === refused).length).toBe(5);
    wait(DAY_MS + 1000);
    expectOk(await owner.api.call('login', { account: 'owner', password: PASSWORD }));
    expect(await codeOf(owner, 'addFeedback', { ...SAID })).toBe(success);
  });

  test('a picture is kept as long as its feedback, and an unused one is deleted', async () => {
    const { server, url, wait } = await createTestServer();
    const owner = await createUser(url, 'owner');
    const [image, forgotten] = [await uploadPicture(owner), await uploadPicture(owner, createJpeg())];
    expectOk(await owner.api.call('addFeedback', { ...SAID, image }));
    wait(2 * DAY_MS);
    await server.services.files.dropUnused();
    expectOk(await owner.api.call('login', { account: 'owner', password: PASSWORD }));
    expect((await owner.fetch(image)).status).toBe(200);
    expect((await owner.fetch(forgotten)).status).toBe(404);
  });

  test('is deleted with its account, including its picture', async () => {
    const { server, url } = await createTestServer();
    const owner = await createUser(url, 'owner');
    expectOk(await owner.api.call('addFeedback', { ...SAID, image: await uploadPicture(owner) }));
    expectOk(await owner.api.call('deleteAccount', { confirmation: PASSWORD }));
    const { db } = server.services;
    expect(await db.selectFrom('feedback').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('stored_file').selectAll().execute()).toEqual([]);
  });
});

describe('an operator', () => {
  test('sees the feedback of all users, answers and closes it, and opens its pictures and no others', async () => {
    const product = await createTestServer();
    const { url } = product;
    const [owner, boss] = [await createUser(url, 'owner'), await createOperator(product, 'boss')];
    const [image, other] = [await uploadPicture(owner), await uploadPicture(owner)];
    const first = expectOk(await owner.api.call('addFeedback', { ...SAID, image }));
    const second = expectOk(await owner.api.call('addFeedback', { kind: 'question', text: 'How?' }));
    const received = expectOk(await boss.api.call('operatorFeedbackList', {}));
    expect(received.count).toBe(2);
    expect(received.list.map(({ id }) => id).toSorted()).toEqual([first.id, second.id].toSorted());
    expect(received.list[0]).toMatchObject({ from_id: owner.user.user_id, from_name: owner.user.nickname });
    expect((await boss.fetch(image)).status).toBe(200);
    expect((await boss.fetch(other)).status).toBe(404);

    expectOk(await boss.api.call('answerFeedback', { id: first.id, answer: ' They come soon. ' }));
    expectOk(await boss.api.call('closeFeedback', { id: second.id }));
    const { list } = expectOk(await owner.api.call('feedbackList', {}));
    const stateOf = (id: string): unknown => list.find((one) => one.id === id);
    expect(stateOf(first.id)).toMatchObject({ state: 'answered', answer: 'They come soon.' });
    expect(stateOf(second.id)).toMatchObject({ state: 'closed', answer: '', answer_time: '' });
    const open = expectOk(await boss.api.call('operatorFeedbackList', { state: 'open' }));
    expect(open).toEqual({ list: [], count: 0 });
    expect(await codeOf(boss, 'answerFeedback', { id: first.id, answer: '  ' })).toBe(invalid);
    expect(await codeOf(boss, 'closeFeedback', { id: 'none' })).toBe(notFound);
  });

  test('of ten concurrent answers stores one', async () => {
    const product = await createTestServer();
    const [owner, boss] = [await createUser(product.url, 'owner'), await createOperator(product, 'boss')];
    const { id } = expectOk(await owner.api.call('addFeedback', SAID));
    const answers = Array.from({ length: 10 }, (_, i) => `Answer ${i}`);
    const codes = await Promise.all(answers.map((answer) => codeOf(boss, 'answerFeedback', { id, answer })));
    expect(new Set(codes)).toEqual(new Set([success]));
    const { list } = expectOk(await owner.api.call('feedbackList', {}));
    expect(answers).toContain(list[0]?.answer);
  });
});

describe('a picture for feedback', () => {
  test.each<[string, () => Uint8Array | Promise<Uint8Array>, number]>([
    ['a PNG with a page behind it', () => Buffer.concat([createPng(), Buffer.from('<html>')]), invalid],
    ['a PNG that is cut off', () => createPng().slice(0, 30), invalid],
    ['one of too many pixels', () => createPng(30_000, 30_000), invalid],
    [
      'one that is too large',
      () => Buffer.concat([createPng(), Buffer.alloc(UPLOAD_LIMITS.imageBytes)]),
      API_CODES.tooLarge,
    ],
    ['a text', () => readFile('package.json'), invalid],
  ])('is not %s', async (_name, bytes, code) => {
    const { url } = await createTestServer();
    const owner = await createUser(url, 'owner');
    const token = expectOk(await owner.api.call('uploadToken', {}));
    expect(await owner.api.uploadTemplate(await bytes(), 'screen.png', token.data)).toMatchObject({
      error: { apiCode: code },
    });
  });
});
