import { rm } from 'node:fs/promises';
import pLimit from 'p-limit';
import type { WebSocket } from 'ws';
import type { Result } from '#model/kernel/result.ts';
import {
  type BindFault,
  type BindingWish,
  bindingPath,
  bindToServer,
  type Binding,
  readBinding,
  notifyUnbound,
} from './binding-file.ts';
import { createDialer, type Dialer, type LineState } from './dialer.ts';

/** The server that the assistant is bound to, and the state of its connection. */
export interface BoundServer {
  readonly server: string;
  /** Name of the account; empty where the server has not sent it. */
  readonly account: string;
  readonly state: LineState;
}

/** The previous server, and whether it was notified of the end of the binding. */
export interface Unbound {
  readonly server: string;
  readonly notified: boolean;
}

/** The assistant's connection to a server. */
export interface ServerConnection {
  /** Null where it is bound to none. */
  bound(): BoundServer | null;
  /** Binds to this server and connects, replacing the previous one. */
  bind(wish: BindingWish): Promise<Result<Binding, BindFault>>;
  /** Ends the connection permanently, and notifies the server. Null where there was none. */
  unbind(): Promise<Unbound | null>;
  close(): void;
}

export interface ServerConnectionOptions {
  readonly folder: string;
  /** Answers the server on a connection, until it ends. */
  readonly serve: (socket: WebSocket, binding: Binding) => void;
  readonly log: (line: string) => void;
}

/** Connects where the assistant is bound already. */
export async function openServerConnection({ folder, serve, log }: ServerConnectionOptions): Promise<ServerConnection> {
  const changes = pLimit(1);
  let line: { readonly binding: Binding; readonly dialer: Dialer } | null = null;
  let isOver = false;

  function dial(binding: Binding | null): void {
    line?.dialer.close();
    line =
      binding === null || isOver
        ? null
        : { binding, dialer: createDialer({ binding, serve: (socket) => serve(socket, binding), log }) };
  }

  dial(await readBinding(folder));
  return {
    bound() {
      if (line === null) return null;
      const { binding, dialer } = line;
      return { server: binding.server, account: binding.account ?? '', state: dialer.state() };
    },
    bind: (wish) =>
      changes(async () => {
        const before = line?.binding ?? null;
        const bound = await bindToServer(folder, wish);
        if (bound.ok) {
          // Does not wait for the previous server.
          if (before !== null) void notifyUnbound(before);
          log(`connected to the account on ${bound.value.server}`);
          dial(bound.value);
        }
        return bound;
      }),
    unbind: () =>
      changes(async () => {
        const binding = line?.binding ?? null;
        dial(null);
        const notified = binding === null || (await notifyUnbound(binding));
        await rm(bindingPath(folder), { force: true });
        if (binding === null) return null;
        const { server } = binding;
        log(`disconnected from the account on ${server}${notified ? '' : ', which could not be notified'}`);
        return { server, notified };
      }),
    close() {
      isOver = true;
      dial(null);
    },
  };
}
