import { Type } from 'typebox';
import type { Problem } from '#model/kernel/problem.ts';
import type { Message } from './message.ts';

/*
 * What `labelwright watch` tells the process that started it with a channel for messages, such as the print assistant: one
 * message at each change, in order. It ends when that channel does.
 */

/** Where a file of a watched folder ends. */
export const FILE_ENDS = ['done', 'failed'] as const;
export type FileEnd = (typeof FILE_ENDS)[number];

const Reason = Type.Unsafe<Problem>(
  Type.Object({
    code: Type.String(),
    path: Type.Optional(Type.String()),
    params: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))),
  }),
);

export const watchMessage = Type.Union([
  /** Files are looked for; `trouble` is what keeps it from that, such as a drive that is away. */
  Type.Object({ type: Type.Literal('watching'), trouble: Type.Union([Reason, Type.Null()]) }),
  Type.Object({ type: Type.Literal('taken'), file: Type.String() }),
  /** It cannot be gone on with yet. */
  Type.Object({ type: Type.Literal('waits'), file: Type.String(), reason: Reason }),
  Type.Object({ type: Type.Literal('ended'), file: Type.String() }),
  /** The last one of a process that ends because of it. */
  Type.Object({ type: Type.Literal('cannot'), reason: Reason }),
]);
export type WatchMessage = Message<typeof watchMessage>;
