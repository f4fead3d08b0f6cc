import type { FastifyBaseLogger, FastifyHttpOptions } from 'fastify';
import type { Server as HttpServer } from 'node:http';
import { redacted, withoutQueries } from './redaction.ts';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
/**
 * `plain`: a few lines for a person at the console. `json`: one object per line, including each request, for a
 * collector.
 */
export const LOG_FORMATS = ['plain', 'json'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

export interface LogOptions {
  readonly format: LogFormat;
  readonly level: LogLevel;
  /** Receives the lines of `json`; standard output when absent. */
  readonly write?: (line: string) => void;
}
export const PLAIN_LOG: LogOptions = { format: 'plain', level: 'info' };

/** The program's own messages. */
export interface Log {
  info(line: string): void;
  warn(line: string): void;
  /** `logger` is that of the request which failed. */
  error(line: string | Error, logger?: FastifyBaseLogger): void;
}

/** Options of fastify's own logger, which redacts secrets. */
export function loggerOptions({
  format,
  level,
  write,
}: LogOptions): NonNullable<FastifyHttpOptions<HttpServer>['logger']> {
  if (format === 'plain') return false;
  return {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (line: object) => redacted(line) as Record<string, unknown>,
    },
    ...(write === undefined ? {} : { stream: { write } }),
  };
}

/** Plain lines on the console, or objects in the logger's format. */
export function createLog({ format, level }: LogOptions, logger: FastifyBaseLogger): Log {
  if (format === 'json') {
    return {
      info: (line) => logger.info(line),
      warn: (line) => logger.warn(line),
      error: (line, own = logger) =>
        typeof line === 'string' ? own.error(line) : own.error({ err: line }, withoutQueries(line.message)),
    };
  }
  const shown = (of: LogLevel): boolean => LOG_LEVELS.indexOf(of) >= LOG_LEVELS.indexOf(level);
  return {
    info: (line) => shown('info') && console.log(line),
    warn: (line) => shown('warn') && console.warn(line),
    error: (line) => shown('error') && console.error(line),
  };
}
