import type { ApiScope } from '#protocol/api.ts';

type ScopeKey = 'templatesRead' | 'preview' | 'runsRead' | 'runsWrite' | 'schedulesRead' | 'schedulesWrite';

/** Text keys of the scopes, in `locales/<language>/security.json`. */
export const SCOPE_TEXTS: Readonly<Record<ApiScope, `token.scope.${ScopeKey}`>> = {
  'templates:read': 'token.scope.templatesRead',
  preview: 'token.scope.preview',
  'runs:read': 'token.scope.runsRead',
  'runs:write': 'token.scope.runsWrite',
  'schedules:read': 'token.scope.schedulesRead',
  'schedules:write': 'token.scope.schedulesWrite',
};
