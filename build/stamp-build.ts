import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { clearBuildStamp, hashSources, writeBuildStamp } from '../scripts/build-stamp.mjs';

/** Records next to the built files the sources they were built from, so that the next start can skip building. */
export function stampBuild(root: string): Plugin {
  let stamp = '';
  let failed = false;
  let kept = true;
  return {
    name: 'stamp-build',
    apply: 'build',
    configResolved(config) {
      // Only a build into the folder that is served is stamped.
      kept = resolve(config.root, config.build.outDir) === resolve(root, 'dist/web');
    },
    buildStart() {
      if (!kept) return;
      // Taken before the first file is read, so that a source edited during the build makes the build stale.
      stamp = hashSources(root);
      failed = false;
      clearBuildStamp(root);
    },
    buildEnd(error) {
      if (error !== undefined) failed = true;
    },
    closeBundle() {
      if (kept && !failed) writeBuildStamp(root, stamp);
    },
  };
}
