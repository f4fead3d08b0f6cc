import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Paints the pictures of the ready designs next to the built files. It uses a separate process, so that the renderer
 * and its fonts do not stay in the memory of the build.
 */
export function industryPreviews(root: string): Plugin {
  let outDir = '';
  let failed = false;
  return {
    name: 'industry-previews',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    buildEnd(error) {
      failed = error !== undefined;
    },
    closeBundle() {
      // Other builds, such as those of test pages, serve nothing to users.
      if (failed || outDir !== resolve(root, 'dist/web')) return;
      const script = join(root, 'scripts/industry-previews.mjs');
      const done = spawnSync(process.execPath, ['--no-warnings', script, outDir], { cwd: root, stdio: 'inherit' });
      if (done.status !== 0) throw new Error('the pictures of the ready designs could not be painted');
    },
  };
}
