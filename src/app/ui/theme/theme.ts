import { theme, type ThemeConfig } from 'antd';
import type { MapToken } from 'antd/es/theme/interface';
import type { ShownTheme } from '../../state/shown-theme.ts';

/** The colors that antd's colors are derived from, the same as those of colors.css. */
interface Palette {
  readonly accent: string;
  readonly accentStrong: string;
  readonly accentSoft: string;
  /** Under white text. */
  readonly accentFill: string;
  readonly ink: string;
  readonly inkSoft: string;
  readonly inkFaint: string;
  readonly line: string;
  readonly lineStrong: string;
  readonly surface: string;
  /** Background of dialogs and menus. */
  readonly elevated: string;
  readonly ground: string;
  readonly danger: string;
  readonly warning: string;
  readonly good: string;
}

/** One accent; everything else is gray. CSS reads them as `--lw-…`; a test compares both. */
export const PALETTES: Readonly<Record<ShownTheme, Palette>> = {
  light: {
    accent: '#0d7a6f',
    accentStrong: '#0b665d',
    accentSoft: '#e6f1ef',
    accentFill: '#0d7a6f',
    ink: '#1b1d1f',
    inkSoft: '#5c6166',
    inkFaint: '#686d72',
    line: '#e3e4e2',
    lineStrong: '#d5d7d4',
    surface: '#ffffff',
    elevated: '#ffffff',
    ground: '#f6f6f4',
    danger: '#c4362b',
    warning: '#b7791f',
    good: '#2e7d4f',
  },
  dark: {
    accent: '#4fc0b0',
    accentStrong: '#76d3c5',
    accentSoft: '#17332f',
    accentFill: '#0f8377',
    ink: '#e8eaea',
    inkSoft: '#a8aeb1',
    inkFaint: '#949b9f',
    line: '#2f3436',
    lineStrong: '#434a4d',
    surface: '#1c1f20',
    elevated: '#232728',
    ground: '#141617',
    danger: '#ff8f85',
    warning: '#dba63f',
    good: '#5fbf86',
  },
};

const FONT_STACK =
  "'Inter Variable', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', 'Noto Sans SC UI', system-ui, sans-serif";

/** Common to both themes: fonts, sizes and behavior. */
const MANNERS: NonNullable<ThemeConfig['token']> = {
  borderRadius: 8,
  borderRadiusLG: 12,
  borderRadiusSM: 6,
  controlHeight: 36,
  controlHeightSM: 28,
  controlHeightLG: 44,
  fontFamily: FONT_STACK,
  fontSize: 14,
  fontWeightStrong: 600,
  lineWidth: 1,
  wireframe: false,
  // A button that still moves while it can be pressed loses the click: the pointer goes down on it and comes up outside it.
  // So antd's zooms and slides are off; dialogs and menus only fade in (base.css).
  motion: false,
};

/** Where antd's styles come from: in the built application from a style sheet (build/antd-styles.ts). */
const STYLES: Pick<ThemeConfig, 'hashed' | 'zeroRuntime'> = {
  hashed: false,
  zeroRuntime: import.meta.env?.['ANTD_SHEET'] === true,
};

function configOf(palette: Palette): ThemeConfig {
  return {
    ...STYLES,
    token: {
      ...MANNERS,
      colorPrimary: palette.accentFill,
      // On hover the library lightens colors, too much to read on white (WCAG 1.4.3).
      colorPrimaryHover: palette.accentStrong,
      // The focus ring: the library's own is 2:1 on white (WCAG 1.4.11).
      colorPrimaryBorder: palette.accent,
      colorInfo: palette.accentFill,
      colorLink: palette.accent,
      colorLinkHover: palette.accentStrong,
      colorError: palette.danger,
      colorWarning: palette.warning,
      colorSuccess: palette.good,
      colorTextBase: palette.ink,
      // Counters and hints: the library's own gray is too light to read (WCAG 1.4.3).
      colorTextDescription: palette.inkSoft,
      colorTextPlaceholder: palette.inkFaint,
      colorBorder: palette.lineStrong,
      colorBorderSecondary: palette.line,
      colorBgLayout: palette.ground,
      colorBgContainer: palette.surface,
    },
    components: {
      Button: { fontWeight: 500, primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' },
      Modal: { titleFontSize: 18 },
      // As --lw-label-gap and --lw-field-gap.
      Form: { verticalLabelPadding: '0 0 6px', itemMarginBottom: 24 },
      Menu: {
        itemBorderRadius: 8,
        activeBarBorderWidth: 0,
        itemSelectedBg: palette.accentSoft,
        itemSelectedColor: palette.accentStrong,
      },
      // The text of an empty table; the library's own gray is too light.
      Table: { colorTextDisabled: palette.inkSoft },
      Select: { optionSelectedBg: palette.accentSoft },
    },
  };
}

function lightTheme(): ThemeConfig {
  const config = configOf(PALETTES.light);
  return {
    ...config,
    token: {
      ...config.token,
      boxShadow: '0 1px 2px rgb(20 24 26 / 6%), 0 8px 24px rgb(20 24 26 / 8%)',
      boxShadowSecondary: '0 2px 6px rgb(20 24 26 / 8%), 0 12px 32px rgb(20 24 26 / 12%)',
    },
    components: {
      ...config.components,
      Input: { activeShadow: '0 0 0 3px rgb(13 122 111 / 14%)' },
      Segmented: { itemSelectedBg: '#ffffff', trackBg: '#eceeeb' },
      Tooltip: { colorBgSpotlight: '#24282a' },
    },
  };
}

/**
 * The library's dark algorithm derives its backgrounds from black alone, and dims the given colors. Here everything under
 * white text keeps the fill, and accent-colored text has the bright accent.
 */
function darkColors(_seed: unknown, derived?: MapToken): MapToken {
  const dark = PALETTES.dark;
  if (derived === undefined) throw new Error('the dark colours follow those of the library');
  return {
    ...derived,
    colorPrimary: dark.accentFill,
    colorPrimaryHover: '#12897d',
    colorPrimaryActive: '#0b665d',
    colorPrimaryText: dark.accent,
    colorPrimaryTextHover: dark.accentStrong,
    colorPrimaryTextActive: dark.accentStrong,
    colorPrimaryBg: dark.accentSoft,
    colorPrimaryBgHover: '#1d423d',
    colorInfo: dark.accentFill,
    colorInfoBg: dark.accentSoft,
    colorInfoBorder: '#1f5a53',
    colorLink: dark.accent,
    colorLinkHover: dark.accentStrong,
    colorLinkActive: dark.accentStrong,
    colorError: dark.danger,
    colorErrorHover: '#ffaca4',
    colorErrorBg: '#3a2120',
    colorErrorBorder: '#6b3330',
    colorWarning: dark.warning,
    colorWarningBg: '#322a14',
    colorWarningBorder: '#57481f',
    colorSuccess: dark.good,
    colorSuccessBg: '#1a3024',
    colorSuccessBorder: '#2c5a3f',
    colorBgLayout: dark.ground,
    colorBgContainer: dark.surface,
    colorBgElevated: dark.elevated,
    colorBgSpotlight: '#3a4245',
    colorBorder: dark.lineStrong,
    colorBorderSecondary: dark.line,
  };
}

function darkTheme(): ThemeConfig {
  const dark = PALETTES.dark;
  const config = configOf(dark);
  const { Button, Menu } = config.components ?? {};
  return {
    ...config,
    algorithm: [theme.darkAlgorithm, darkColors],
    token: {
      ...config.token,
      boxShadow: '0 1px 2px rgb(0 0 0 / 30%), 0 8px 24px rgb(0 0 0 / 40%)',
      boxShadowSecondary: '0 0 0 1px #343a3c, 0 12px 32px rgb(0 0 0 / 50%)',
    },
    components: {
      ...config.components,
      // Dark text on the bright red; accent-colored text for buttons without a fill.
      Button: {
        ...Button,
        dangerColor: '#2a0a07',
        defaultHoverColor: dark.accent,
        defaultHoverBorderColor: dark.accent,
        defaultActiveColor: dark.accent,
        defaultBg: dark.elevated,
      },
      Menu: { ...Menu, darkItemBg: dark.surface },
      Input: { activeShadow: '0 0 0 3px rgb(79 192 176 / 22%)', activeBorderColor: dark.accent },
      InputNumber: { activeBorderColor: dark.accent },
      DatePicker: { activeBorderColor: dark.accent },
      Select: { optionSelectedBg: dark.accentSoft, activeBorderColor: dark.accent },
      Segmented: { itemSelectedBg: '#3a4042', trackBg: '#282c2e' },
      Tabs: { itemSelectedColor: dark.accent, itemHoverColor: dark.accentStrong, inkBarColor: dark.accent },
      Pagination: { colorPrimary: dark.accent, colorPrimaryHover: dark.accentStrong },
      Tooltip: { colorBgSpotlight: '#3a4245' },
    },
  };
}

/** antd's configuration of each theme. A constant object: a new one would render every component again. */
export const THEMES: Readonly<Record<ShownTheme, ThemeConfig>> = { light: lightTheme(), dark: darkTheme() };
