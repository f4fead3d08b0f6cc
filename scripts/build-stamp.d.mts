export function hashSources(root: string): string;
export function readBuildStamp(root: string): string | null;
export function clearBuildStamp(root: string): void;
export function writeBuildStamp(root: string, stamp: string): void;
