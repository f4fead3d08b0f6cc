import type { ThemeConfig } from 'antd';

/** The colours of the product. One accent; everything else is grey. CSS reads them as `--lw-…` (base.css). */
const COLORS = {
  accent: '#0d7a6f',
  ink: '#1b1d1f',
  inkSoft: '#5c6166',
  line: '#e3e4e2',
  surface: '#ffffff',
  ground: '#f6f6f4',
  danger: '#c4362b',
  warning: '#b7791f',
  good: '#2e7d4f',
} as const;

const FONT_STACK =
  "'Inter Variable', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', 'Noto Sans SC UI', system-ui, sans-serif";

export const THEME: ThemeConfig = {
  token: {
    colorPrimary: COLORS.accent,
    colorInfo: COLORS.accent,
    colorLink: COLORS.accent,
    colorError: COLORS.danger,
    colorWarning: COLORS.warning,
    colorSuccess: COLORS.good,
    colorTextBase: COLORS.ink,
    // Of counters and hints: the library's own grey is too pale to read (WCAG 1.4.3).
    colorTextDescription: COLORS.inkSoft,
    colorBorder: '#d5d7d4',
    colorBorderSecondary: COLORS.line,
    colorBgLayout: COLORS.ground,
    colorBgContainer: COLORS.surface,
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
    // A button that still moves when it can already be pressed loses the click: the pointer goes down on it and comes
    // up beside it. So nothing of antd's zooms or slides; dialogs and menus only fade in (base.css).
    motion: false,
    boxShadow: '0 1px 2px rgb(20 24 26 / 6%), 0 8px 24px rgb(20 24 26 / 8%)',
    boxShadowSecondary: '0 2px 6px rgb(20 24 26 / 8%), 0 12px 32px rgb(20 24 26 / 12%)',
  },
  components: {
    Button: { fontWeight: 500, primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' },
    Input: { activeShadow: '0 0 0 3px rgb(13 122 111 / 14%)' },
    Modal: { titleFontSize: 18 },
    Menu: { itemBorderRadius: 8, activeBarBorderWidth: 0, itemSelectedBg: '#e6f1ef', itemSelectedColor: '#0b665d' },
    // What an empty table says; the library's own grey is too pale.
    Table: { colorTextDisabled: COLORS.inkSoft },
    Segmented: { itemSelectedBg: '#ffffff', trackBg: '#eceeeb' },
    Select: { optionSelectedBg: '#e6f1ef' },
    Tooltip: { colorBgSpotlight: '#24282a' },
  },
};
