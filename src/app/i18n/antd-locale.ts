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

/** The component library's own texts; undefined (its English) until they are there. */
export function useAntdLocale(language: Language): Locale | undefined {
  const [loaded, setLoaded] = useState<Locale>();
  useEffect(() => {
    let current = true;
    LOADERS[language]().then(
      (module) => {
        if (current) setLoaded(module.default);
      },
      () => undefined, // its English stays: nothing of ours is lost
    );
    return () => {
      current = false;
    };
  }, [language]);
  return loaded;
}
