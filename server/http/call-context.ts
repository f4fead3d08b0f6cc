import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '#protocol/api.ts';
import type { User } from '../core/database/tables.ts';
import { clientAddress } from '../core/net/client-address.ts';
import { noteUser } from '../core/observe/request-log.ts';
import type { CoreServices } from '../core/services.ts';
import { disconnectSignal } from './answers.ts';
import type { CallContext, HttpServices } from './call.ts';
import { signIn, signOut } from './request-session.ts';
import type { Session } from './sessions.ts';

/** What a call does with the session of its request. */
export interface SessionChanges {
  /** The session to renew after the call; null if there is none, or no longer. */
  renewed: Session | null;
  signedIn: User | null;
}

interface Circumstances {
  readonly session: Session | null;
  readonly language: Language;
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly changes: SessionChanges;
}

/** The context that the handler of a call gets: the services and what it may know and do of its request. */
export function createCallContext<Services extends Pick<CoreServices, 'db' | 'now' | 'publicUrl'> & HttpServices>(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { session, language, time, changes }: Circumstances,
): CallContext<User | null> & Services {
  return {
    ...services,
    language,
    time,
    user: session?.user ?? null,
    sessionHash: session?.tokenHash ?? '',
    signedInAt: session?.createdAt ?? null,
    userAgent: request.headers['user-agent'] ?? '',
    disconnected: disconnectSignal(reply),
    pageOrigin: services.publicUrl ?? new URL(`${request.protocol}://${request.host}`).origin,
    origin: { address: clientAddress(request.ip), browserToken: services.cookies.browserToken(request) },
    signIn: async (user) => {
      changes.renewed = null;
      changes.signedIn = user;
      noteUser(request, user.id);
      await signIn(services, request, reply, user, time);
    },
    signOut: async (forget) => {
      changes.renewed = null;
      await signOut(services, request, reply, forget ? (session?.user ?? null) : null);
    },
  };
}
