// npm run architecture-picture: draws the rooms and their imports into docs/develop/architecture.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawRooms } from '../tests/support/room-graph.ts';

const page = join(import.meta.dirname, '../docs/develop/architecture.md');
const text = readFileSync(page, 'utf8');
writeFileSync(page, text.replace(/```mermaid\n[\s\S]*?```/, drawRooms()));
