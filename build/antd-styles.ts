import { join } from 'node:path';
import type { ThemeConfig } from 'antd';
import { parseSync, Visitor, type ESTree, type Plugin } from 'vite';

/** The components of antd that the application uses, by themselves or in others. */
const COMPONENTS = [
  'Alert',
  'App',
  'Avatar',
  'Button',
  'Cascader',
  'Checkbox',
  'Col',
  'DatePicker',
  'Divider',
  'Dropdown',
  'Empty',
  'Form',
  'Input',
  'Menu',
  'Modal',
  'Pagination',
  'Popconfirm',
  'Popover',
  'Progress',
  'Radio',
  'Row',
  'Segmented',
  'Select',
  'Skeleton',
  'Slider',
  'Space',
  'Spin',
  'Switch',
  'Table',
  'Tabs',
  'Tag',
  'Tooltip',
  'Tour',
  'Tree',
  'Upload',
  'message',
  'notification',
];

/**
 * Styles that are never shown: of antd's wireframe theme, for Internet Explorer, and of layouts, of which menus only use
 * the context.
 */
const UNSEEN: ReadonlySet<string> = new Set(['Pagination-bordered', 'Form-item-item', 'Layout-Layout', 'Layout-Sider']);

/** The modules of antd that define styles of components, and the one with the functions that they call. */
const STYLE_MODULE = /[\\/]antd[\\/]es[\\/].+[\\/]style(?:[\\/]\w+)?\.js$/;
const STYLE_FUNCTIONS = /[\\/]antd[\\/]es[\\/]theme[\\/]util[\\/]genStyleUtils\.js$/;
const STYLE_CALLS: ReadonlySet<string> = new Set(['genStyleHooks', 'genSubStyleComponent', 'genComponentStyleHook']);

/**
 * Moves antd's styles from the scripts to a style sheet: by default the library computes them in the browser when a
 * component is first rendered. Colors and sizes are still variables, which antd sets from the shown theme. The theme reads
 * `import.meta.env.ANTD_SHEET` to set `zeroRuntime`, and is not `hashed`.
 */
export function antdStyles(root: string, theme: ThemeConfig): Plugin {
  const sheet = join(root, 'node_modules/antd/styles.css');
  /** Names of the styles of each style module of antd. */
  const found = new Map<string, readonly string[]>();
  let extracted: ReadonlySet<string> = new Set();
  return {
    name: 'antd-styles',
    apply: 'build',
    enforce: 'pre',
    config: () => ({ define: { 'import.meta.env.ANTD_SHEET': 'true' } }),
    resolveId: {
      filter: { id: /^antd\/styles\.css$/ },
      handler: () => ({ id: sheet, moduleSideEffects: true }),
    },
    load: {
      filter: { id: /[\\/]antd[\\/]styles\.css$/ },
      async handler() {
        const { css, names } = await extractStyles(theme);
        extracted = names;
        return css;
      },
    },
    transform: {
      filter: { id: [STYLE_MODULE, STYLE_FUNCTIONS] },
      handler(code, id) {
        if (STYLE_FUNCTIONS.test(id)) return `import 'antd/styles.css';\n${code}`;
        const { rest, names } = withoutStyles(code);
        found.set(id, names);
        return rest;
      },
    },
    generateBundle(_options, bundle) {
      const used = Object.values(bundle)
        .flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
        .flatMap((id) => found.get(id) ?? []);
      const missing = used.filter((name) => !extracted.has(name) && !UNSEEN.has(name));
      if (missing.length > 0) this.error(`not in the style sheet: ${missing.join(', ')}; see antd-styles.ts`);
    },
  };
}

/** The style sheet of `COMPONENTS`, and the names of the styles in it, such as `Input-TextArea`. */
export async function extractStyles(
  theme: ThemeConfig,
): Promise<{ readonly css: string; readonly names: ReadonlySet<string> }> {
  const [{ createElement }, { ConfigProvider }, { createCache, extractStyle, StyleProvider }, renderer] =
    await Promise.all([
      import('react'),
      import('antd'),
      import('@ant-design/cssinjs'),
      import('@ant-design/static-style-extract'),
    ]);
  const cache = createCache();
  renderer.extractStyle({
    includes: COMPONENTS,
    customTheme: (components) =>
      createElement(StyleProvider, { cache }, createElement(ConfigProvider, { theme }, components)),
  });
  const paths = [...cache.cache.keys()].map((key) => String(key).split('%'));
  const names = paths.filter(([kind]) => kind === 'style').map(([, , name = '']) => name);
  return { css: extractStyle(cache, { plain: true, types: 'style' }), names: new Set(names) };
}

/**
 * The module's code with functions without styles in the place of those that compute them, and the names of the styles.
 * Throws if a style has no constant name.
 */
export function withoutStyles(code: string): { readonly rest: string; readonly names: readonly string[] } {
  const calls: ESTree.CallExpression[] = [];
  new Visitor({
    CallExpression(call) {
      if (call.callee.type === 'Identifier' && STYLE_CALLS.has(call.callee.name)) calls.push(call);
    },
  }).visit(parseSync('style.js', code).program);
  const names: string[] = [];
  let rest = code;
  // From the end, so that the positions before it stay.
  for (const { arguments: given } of calls.toReversed()) {
    const [name, styles] = given;
    if (name === undefined || styles === undefined)
      throw new Error('antd defines styles in another way: see antd-styles.ts');
    names.push(styleName(name));
    rest = `${rest.slice(0, styles.start)}() => []${rest.slice(styles.end)}`;
  }
  return { rest, names };
}

/** `Button` is `Button-Button` in antd's cache of styles, `['Input', 'TextArea']` is `Input-TextArea`. */
function styleName(name: ESTree.Argument): string {
  const parts = name.type === 'ArrayExpression' ? name.elements : [name, name];
  return parts
    .map((part) => {
      if (part?.type === 'Literal' && typeof part.value === 'string') return part.value;
      throw new Error('a style of antd has no constant name: see antd-styles.ts');
    })
    .join('-');
}
