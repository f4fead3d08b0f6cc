import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Environment of a program that keeps its compiled code between starts, without types: then it does not load Node's
 * TypeScript, which takes 23 MB and most of half a second. The folder is the user's own, because its code is run.
 */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(homedir(), '.cache/labelwright') };
