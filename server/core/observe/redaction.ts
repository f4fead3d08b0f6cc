const SECRET = /passw|token|cookie|authorization|secret|signature|(?:^|_)(?:code|key|pin)$/i;
const CENSORED = '[redacted]';
const DEEPEST = 6;

/** The value for a log: fields named like secrets are removed, and addresses lose their query. */
export function redacted(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return withoutQueries(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST) return '[…]';
  if (value instanceof Error) return errorLine(value);
  if (Array.isArray(value)) return value.map((one) => redacted(one, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, SECRET.test(name) ? CENSORED : redacted(inner, depth + 1)]),
  );
}

/** An error's name, message and stack. Not its other fields, which libraries fill with their data. */
function errorLine(error: Error): object {
  const reason: unknown = Reflect.get(error, 'code');
  return {
    type: error.name,
    message: withoutQueries(error.message),
    ...(typeof reason === 'string' ? { reason } : {}),
    stack: withoutQueries(error.stack ?? ''),
  };
}

/** `/path?a=b` becomes `/path?…`: a query may contain a code or a token, and the address of a trigger its secret. */
export function withoutQueries(text: string): string {
  return text.replaceAll(/(\/v1\/triggers\/)[^\s/?"'<>]+/g, '$1…').replaceAll(/(\/[^\s?"'<>]*)\?[^\s"'<>]+/g, '$1?…');
}
