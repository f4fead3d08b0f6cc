import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { importsOf, ROOM_BY_HASH, ROOT, sourceFiles, startedBy, targetOf } from './source-imports.ts';

/** Folders that package.json names for imports and that are no room of the product. */
const NO_ROOMS = new Set(['build', 'locales', 'tests', 'content']);
/** The room whose folders the picture shows: they are rooms of their own. */
const SHOWN_BY_FOLDER = 'src/model';

/** For each room the other rooms that its files import, and those that it starts as a worker or thread. */
interface RoomGraph {
  readonly imports: ReadonlyMap<string, ReadonlySet<string>>;
  readonly starts: ReadonlyMap<string, ReadonlySet<string>>;
}

function roomOf(path: string, rooms: readonly string[]): string | null {
  const room = rooms.find((each) => path.startsWith(`${each}/`)) ?? null;
  return room === SHOWN_BY_FOLDER ? path.split('/').slice(0, 3).join('/') : room;
}

function readRoomGraph(): RoomGraph {
  const rooms = [...ROOM_BY_HASH.values()].filter((room) => !NO_ROOMS.has(room) && existsSync(join(ROOT, room)));
  const imports = new Map<string, Set<string>>();
  const starts = new Map<string, Set<string>>();
  for (const file of rooms.flatMap((room) => sourceFiles(join(ROOT, room)))) {
    const from = roomOf(file, rooms) ?? '';
    const add = (edges: Map<string, Set<string>>, targets: readonly (string | null)[]): void => {
      const others = targets.map((target) => (target === null ? null : roomOf(target, rooms)));
      const to = others.filter((room): room is string => room !== null && room !== from);
      edges.set(from, new Set([...(edges.get(from) ?? []), ...to]));
    };
    add(
      imports,
      importsOf(file).map((specifier) => targetOf(file, specifier)),
    );
    add(starts, startedBy(file));
  }
  return { imports, starts };
}

/** All rooms that a room reaches through its imports. */
function reachedFrom(room: string, imports: RoomGraph['imports'], found = new Set<string>()): Set<string> {
  for (const next of imports.get(room) ?? []) {
    if (found.has(next)) continue;
    found.add(next);
    reachedFrom(next, imports, found);
  }
  return found;
}

/**
 * The rooms and their imports as a Mermaid flowchart. An import that follows from two others is left out; dotted lines are
 * rooms that a room starts as a worker or thread without importing them.
 */
export function drawRooms(): string {
  const { imports, starts } = readRoomGraph();
  const id = (room: string): string => room.replaceAll(/\W/g, '_');
  const nodes = [...imports.keys()].map((room) => `  ${id(room)}["${room}"]`);
  const edges: string[] = [];
  for (const [from, targets] of imports) {
    const indirect = new Set([...targets].flatMap((to) => [...reachedFrom(to, imports)]));
    for (const to of targets) if (!indirect.has(to)) edges.push(`  ${id(from)} --> ${id(to)}`);
    for (const to of starts.get(from) ?? []) if (!targets.has(to)) edges.push(`  ${id(from)} -.-> ${id(to)}`);
  }
  return ['```mermaid', 'flowchart TD', ...nodes.toSorted(), ...edges.toSorted(), '```'].join('\n');
}
