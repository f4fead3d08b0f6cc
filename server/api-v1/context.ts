import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '#protocol/api.ts';
import type { User } from '../core/database/tables.ts';

/** What a call works with. Who asks comes from the token alone. */
export interface V1Context<Needed> {
  readonly services: Needed;
  readonly user: User;
  readonly tokenId: string;
  readonly language: Language;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** A part of the path. */
  readonly param: (name: string) => string;
  readonly query: (name: string) => string;
}
/** Answers a call with the services that it declares in `Needed`. */
export type V1Handler<Needed> = (context: V1Context<Needed>) => Promise<FastifyReply>;
