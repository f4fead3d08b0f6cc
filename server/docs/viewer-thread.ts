import { parentPort } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import reference from '@scalar/fastify-api-reference';
import fastify from 'fastify';
import { ok } from '#model/kernel/result.ts';

/** In a thread: the viewer's script is part of its plugin, which has 5 MB and takes 200 ms to load. */
const holder = fastify();
await holder.register(reference, { routePrefix: '/held', configuration: { content: {} } });
const { body } = await holder.inject('/held/js/scalar.js');
await holder.close();
parentPort?.postMessage(ok(gzipSync(body)), []);
