import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { clearBuildStamp, hashSources, writeBuildStamp } from '../scripts/build-stamp.mjs';

/** Notes beside the built files what they were built from, so that the next start need not build again. */
export function stampBuild(root: string): Plugin {
  let stamp = '';
  let failed = false;
  let kept = true;
  return {
    name: 'stamp-build',
    apply: 'build',
    configResolved(config) {
      // A build into another folder says nothing of the one that is served.
      kept = resolve(config.root, config.build.outDir) === resolve(root, 'dist/web');
    },
    buildStart() {
      if (!kept) return;
      // Taken before the first file is read: what is edited meanwhile makes the build stale.
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
