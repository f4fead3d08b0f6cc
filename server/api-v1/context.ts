import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '#protocol/api.ts';
import type { User } from '../database/tables.ts';
import type { Services } from '../services.ts';

/** What a call works with. Who asks comes from the token alone. */
export interface V1Context {
  readonly services: Services;
  readonly user: User;
  readonly tokenId: string;
  readonly language: Language;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** A part of the path. */
  readonly param: (name: string) => string;
  readonly query: (name: string) => string;
}
export type V1Handler = (context: V1Context) => Promise<FastifyReply>;
