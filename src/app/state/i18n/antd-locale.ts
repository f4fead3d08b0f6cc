import { useEffect, useState } from 'react';
import type { Locale } from 'antd/es/locale';
import type { Language } from './languages.ts';

const LOADERS: Readonly<Record<Language, () => Promise<{ default: Locale }>>> = {
  zh: () => import('antd/es/locale/zh_CN'),
  en: () => import('antd/es/locale/en_US'),
  pt: () => import('antd/es/locale/pt_BR'),
  es: () => import('antd/es/locale/es_ES'),
  ru: () => import('antd/es/locale/ru_RU'),
};

const known = new Map<Language, Locale>();

/** Fetches the component library's texts, so that the first screen renders once. Never rejects. */
export async function readyAntdLocale(language: Language): Promise<void> {
  try {
    known.set(language, (await LOADERS[language]()).default);
  } catch {
    // The screen fetches it again when it renders.
  }
}

/** The component library's texts; undefined (its English) until they are there. */
export function useAntdLocale(language: Language): Locale | undefined {
  const [loaded, setLoaded] = useState(() => known.get(language));
  useEffect(() => {
    let current = true;
    LOADERS[language]().then(
      (module) => {
        if (current) setLoaded(module.default);
      },
      () => undefined, // its English stays: none of our texts is lost
    );
    return () => {
      current = false;
    };
  }, [language]);
  return loaded;
}
