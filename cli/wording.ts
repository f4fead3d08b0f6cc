import { readFile } from 'node:fs/promises';
import i18next, { type i18n } from 'i18next';
import type { Problem } from '#model/kernel/problem.ts';
import type { PrinterFault } from '#protocol/printer-info.ts';

/** What the command line prints, in the user's language. */
export interface Wording {
  /** A text of `cli.json`. */
  say(key: string, values?: Readonly<Record<string, string | number>>): string;
  /** A problem as a sentence, prefixed with its place. */
  problem(problem: Problem): string;
  /** A printer fault as a sentence. */
  fault(fault: PrinterFault): string;
}

/**
 * `locale` is given as in the environment (`zh_CN.UTF-8`). The fallback for a language that the product lacks is
 * English.
 */
export async function createWording(locale: string): Promise<Wording> {
  const instance: i18n = i18next.createInstance();
  const lng = /^(en|es|pt|ru|zh)/.exec(locale)?.[1] ?? 'en';
  await instance.init({
    lng,
    keySeparator: false,
    interpolation: { escapeValue: false },
    resources: {
      [lng]: { cli: await texts(lng, 'cli'), problems: await texts(lng, 'problems'), runs: await texts(lng, 'runs') },
    },
  });
  return {
    fault: (fault) => instance.t(`runs:fault.${fault}`),
    say: (key, values = {}) => instance.t(`cli:${key}`, harmless(values)),
    problem(problem) {
      const { path = '', ...values } = harmless({ path: problem.path ?? '', ...problem.params });
      const text = instance.t(`problems:${problem.code}`, { path, ...values });
      return problem.path === undefined || text.includes(String(path)) ? text : `${path}: ${text}`;
    },
  };
}

type Values = Readonly<Record<string, string | number>>;

/**
 * Removes control characters: file names and contents come from anywhere, and on a terminal they must be text on one
 * line, not commands.
 */
function harmless(values: Values): Values {
  const clean = (text: string): string => text.replaceAll(/[\r\n\t]+/g, ' ').replaceAll(/\p{Cc}/gu, '\ufffd');
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? clean(value) : value]),
  );
}

async function texts(language: string, namespace: string): Promise<Record<string, string>> {
  const file = new URL(`../locales/${language}/${namespace}.json`, import.meta.url);
  return JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
}
