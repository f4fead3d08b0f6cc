/** Properties of a screen that are known before its code is loaded. */
export interface RouteFacts {
  /** Only for signed-in users. By the specification the first segment of the path decides. */
  readonly guarded: boolean;
  /** The key of the page's title in `common`. */
  readonly title: string;
  /** Depth in the navigation: a deeper page appears from the right, a shallower one from the left. */
  readonly depth: number;
}

function open(title: string, depth: number): RouteFacts {
  return { guarded: false, title: `title.${title}`, depth };
}

function guarded(title: string, depth: number): RouteFacts {
  return { guarded: true, title: `title.${title}`, depth };
}

/**
 * Every address of the product by its first segment (specification 1, section 2; `printRecords` and below are our own).
 */
export const ROUTES: Readonly<Record<string, RouteFacts>> = {
  login: open('login', 0),
  prelogin: open('prelogin', 0),
  register: open('register', 1),
  forgetpwd: open('forgetpwd', 1),
  bindings: open('bindings', 1),
  thirdLogin: open('thirdLogin', 1),
  download: open('download', 2),
  licences: open('licences', 2),
  help: open('help', 2),
  helpCatalog: open('helpCatalog', 2),
  helpSearch: open('helpSearch', 2),
  helpDetail: open('helpDetail', 3),
  paySandbox: open('paySandbox', 2),
  shared: open('shared', 2),
  404: open('notFound', 2),
  home: guarded('index', 2),
  index: guarded('index', 2),
  user: guarded('user', 2),
  member: guarded('member', 2),
  expansion: guarded('expansion', 2),
  shareTemplate: guarded('shareTemplate', 2),
  cloudTemplate: guarded('cloudTemplate', 2),
  cloudData: guarded('cloudData', 2),
  brandKit: guarded('brandKit', 2),
  editLabel: guarded('editLabel', 3),
  pdfPrint: guarded('pdfPrint', 3),
  printRecords: guarded('printRecords', 2),
  printers: guarded('printers', 2),
  settings: guarded('settings', 2),
  scanPrint: guarded('scanPrint', 2),
  fillPrint: guarded('fillPrint', 2),
  t: guarded('openLabel', 2),
  operator: guarded('operator', 2),
};

/** Pages that keep the query of a shared template: any other page deletes it. */
const KEEPS_SHARED: ReadonlySet<string> = new Set(['shareTemplate', 'editLabel']);

/** The properties of the page at that path; null if there is none. */
export function routeAt(pathname: string): RouteFacts | null {
  const segment = firstSegment(pathname);
  return Object.hasOwn(ROUTES, segment) ? (ROUTES[segment] ?? null) : null;
}

export function isGuarded(pathname: string): boolean {
  return routeAt(pathname)?.guarded === true;
}

/** `/` has depth 0. */
export function depthOf(pathname: string): number {
  return routeAt(pathname)?.depth ?? 0;
}

export function keepsShared(pathname: string): boolean {
  return KEEPS_SHARED.has(firstSegment(pathname));
}

function firstSegment(pathname: string): string {
  return pathname.split('/')[1] ?? '';
}
