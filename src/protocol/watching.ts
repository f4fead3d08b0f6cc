import { Type } from 'typebox';
import type { Problem } from '#model/kernel/problem.ts';
import type { Message } from './message.ts';

/*
 * The messages of `labelwright watch` to its parent process with a message channel, such as the print assistant: one at
 * each change, in order. It ends with that channel.
 */

/** The end of a file in a watched folder. */
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
  /** Files are watched for; `trouble` is what prevents it, such as a disconnected drive. */
  Type.Object({ type: Type.Literal('watching'), trouble: Type.Union([Reason, Type.Null()]) }),
  Type.Object({ type: Type.Literal('taken'), file: Type.String() }),
  /** It can't continue yet. */
  Type.Object({ type: Type.Literal('waits'), file: Type.String(), reason: Reason }),
  Type.Object({ type: Type.Literal('ended'), file: Type.String() }),
  /** The last message of a process that ends because of it. */
  Type.Object({ type: Type.Literal('cannot'), reason: Reason }),
]);
export type WatchMessage = Message<typeof watchMessage>;
