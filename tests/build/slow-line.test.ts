import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { openLine } from '#tests/support/slow-line.ts';

const LINE = { bytesPerSecond: 4_000_000, latencyMs: 20 };
const BODY = randomBytes(400_000);

test('a slow connection forwards and counts every byte, and all connections together get no more than its rate', async () => {
  const server = createServer((request, response) => {
    const hash = createHash('sha256');
    request.on('data', (piece: Buffer) => hash.update(piece));
    request.on('end', () => response.setHeader('x-received', hash.digest('hex')).end(BODY));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const line = await openLine(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, LINE);
  const began = performance.now();
  await Promise.all(
    [1, 2, 3].map(async () => {
      const answer = await fetch(line.address, { method: 'POST', body: BODY });
      expect(answer.headers.get('x-received')).toBe(createHash('sha256').update(BODY).digest('hex'));
      expect(Buffer.from(await answer.arrayBuffer()).equals(BODY)).toBe(true);
    }),
  );
  // A busy machine makes it only slower, and never faster than this.
  const leastMs = (1_000 * 3 * BODY.length) / LINE.bytesPerSecond + 2 * LINE.latencyMs;
  expect(performance.now() - began).toBeGreaterThanOrEqual(leastMs - 5);
  expect(line.bytes()).toBeGreaterThan(3 * BODY.length);
  expect(line.bytes()).toBeLessThan(3.1 * BODY.length);
  await line.stop();
  server.closeAllConnections();
  server.close();
});
