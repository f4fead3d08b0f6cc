import type { Plugin } from 'vite';

/** The components of `@ant-design/icons` that draw every icon: in two colors, and in one. */
const DRAWN = /@ant-design\/icons\/es\/components\/AntdIcon(?:Light)?\.js/;
const NAMED = /role: "img",\s*"aria-label": icon\.name\s*(?=\}, restProps)/;
const HIDDEN = '...(restProps["aria-label"] === undefined ? { "aria-hidden": true } : { role: "img" })';

/**
 * Hides icons from screen readers unless the application names them. The library gives each its English file name, such
 * as "close-circle", in every language; those inside antd's own fields, alerts and tables cannot be given another.
 */
export function hideIcons(): Plugin {
  let changed = 0;
  return {
    name: 'hidden-icons',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: DRAWN },
      handler(code) {
        changed++;
        return withHiddenIcons(code);
      },
    },
    buildEnd(error) {
      if (error === undefined && changed === 0)
        this.error('no icon was drawn by a component that hidden-icons.ts knows');
    },
  };
}

/** The code of the component without the file name. Throws if the library has changed so that nothing would be replaced. */
export function withHiddenIcons(code: string): string {
  if (!NAMED.test(code)) throw new Error('@ant-design/icons names its icons in another way: look at hidden-icons.ts');
  return code.replace(NAMED, HIDDEN);
}
