import { rm } from 'node:fs/promises';
import type { WebSocket } from 'ws';
import type { Result } from '#model/kernel/result.ts';
import { SerialQueue } from '../serial-queue.ts';
import {
  type BindFault,
  type BindingWish,
  bindingPath,
  bindToServer,
  type Binding,
  readBinding,
} from './binding-file.ts';
import { createDialer, type Dialer, type LineState } from './dialer.ts';

/** The server that the assistant is bound to, and how the line there is. */
export interface BoundServer {
  readonly server: string;
  /** The account's name; empty where the server has not told it. */
  readonly account: string;
  readonly state: LineState;
}

/** The assistant's line to a server. */
export interface ServerLine {
  /** Null where it is bound to none. */
  bound(): BoundServer | null;
  /** Binds it and connects, from the server that it was bound to before to this one. */
  bind(wish: BindingWish): Promise<Result<Binding, BindFault>>;
  /** Ends the line for good. The server's name; null where there was none. */
  unbind(): Promise<string | null>;
  close(): void;
}

export interface ServerLineOptions {
  readonly folder: string;
  /** Answers the server on a connection, until that ends. */
  readonly serve: (socket: WebSocket, binding: Binding) => void;
  readonly log: (line: string) => void;
}

/** Connects where the assistant is bound already. */
export async function openServerLine({ folder, serve, log }: ServerLineOptions): Promise<ServerLine> {
  const changes = new SerialQueue();
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
      changes.run(async () => {
        const bound = await bindToServer(folder, wish);
        if (bound.ok) {
          log(`bound to ${bound.value.server}`);
          dial(bound.value);
        }
        return bound;
      }),
    unbind: () =>
      changes.run(async () => {
        const server = line?.binding.server ?? null;
        await rm(bindingPath(folder), { force: true });
        dial(null);
        if (server !== null) log(`no longer bound to ${server}`);
        return server;
      }),
    close() {
      isOver = true;
      dial(null);
    },
  };
}
