import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { directReact } from '#build/direct-react.ts';

const PAGE =
  "import { useState } from 'react'; import { jsx } from 'react/jsx-runtime'; export default [useState, jsx];";

test('a module reaches the functions of React without a getter', async () => {
  const result = (await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      directReact(),
      {
        name: 'page',
        resolveId: (id) => (id === 'page.js' ? id : null),
        load: (id) => (id === 'page.js' ? PAGE : null),
      },
    ],
    build: { write: false, minify: false, rolldownOptions: { input: 'page.js', preserveEntrySignatures: 'strict' } },
  })) as Rolldown.RolldownOutput;
  const code = result.output.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n');
  expect(code).toContain('useState');
  expect(code).not.toMatch(/import_react\.|import_jsx_runtime\./);
});
