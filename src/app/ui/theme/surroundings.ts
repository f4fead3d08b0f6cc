import type { ShownTheme } from '../../state/shown-theme.ts';

/** The color that the render worker paints around the label: `--lw-pasteboard` of each theme (colors.css). */
export const SURROUNDINGS: Readonly<Record<ShownTheme, string>> = { light: '#ebecea', dark: '#26292b' };
