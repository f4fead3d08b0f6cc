import type { Plugin } from 'vite';
import { clearBuildStamp, hashSources, writeBuildStamp } from '../scripts/build-stamp.mjs';

/** Notes beside the built files what they were built from, so that the next start need not build again. */
export function stampBuild(root: string): Plugin {
  let stamp = '';
  let failed = false;
  return {
    name: 'stamp-build',
    apply: 'build',
    buildStart() {
      // Taken before the first file is read: what is edited meanwhile makes the build stale.
      stamp = hashSources(root);
      failed = false;
      clearBuildStamp(root);
    },
    buildEnd(error) {
      if (error !== undefined) failed = true;
    },
    closeBundle() {
      if (!failed) writeBuildStamp(root, stamp);
    },
  };
}
