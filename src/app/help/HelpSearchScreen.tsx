import { useCallback, useDeferredValue, useId, useState, type ReactElement } from 'react';
import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { HelpEntry } from '#protocol/help-content.ts';
import { currentLanguage } from '#app/state/i18n/i18n.ts';
import { ClearIcon } from '#app/ui/SearchField.tsx';
import { useServices } from '#app/state/services.tsx';
import { HelpFetched } from './HelpFetched.tsx';
import { HelpPage } from './HelpPage.tsx';
import { articlePath } from './help-paths.ts';
import { loadCatalog, loadOwnTexts, loadTexts } from './help-source.ts';
import { searchHelp } from './search-help.ts';
import { useFetched } from './use-help.ts';

/** Searches articles. The query is in the address. */
export function HelpSearchScreen(): ReactElement {
  const { t, i18n } = useTranslation('help');
  const { api } = useServices();
  const language = currentLanguage(i18n);
  const field = useId();
  const [query, setQuery] = useSearchParams();
  const [words, setWords] = useState(query.get('q') ?? '');
  const asked = useDeferredValue(words.trim());
  const everything = useFetched(
    useCallback(async () => {
      const own = await loadOwnTexts(api, language);
      const [entries, texts] = await Promise.all([loadCatalog(language, own), loadTexts(language, own)]);
      return { entries, texts };
    }, [api, language]),
  );
  return (
    <HelpPage title={t('search')} intro={t('searchText')} search={false}>
      <label htmlFor={field} className="only-spoken">
        {t('searchField')}
      </label>
      <Input.Search
        id={field}
        size="large"
        allowClear={{ clearIcon: <ClearIcon /> }}
        autoFocus
        enterButton={t('searchGo')}
        maxLength={100}
        className="help-search"
        placeholder={t('searchField')}
        value={words}
        onChange={({ target: { value } }) => {
          // The address is updated later than the field, because it may be slower.
          setWords(value);
          setQuery(value === '' ? {} : { q: value }, { replace: true });
        }}
      />
      <HelpFetched part={everything}>
        {({ entries, texts }) => <Found entries={entries} texts={texts} asked={asked} />}
      </HelpFetched>
    </HelpPage>
  );
}

function Found(props: {
  readonly entries: readonly HelpEntry[];
  readonly texts: Readonly<Record<string, string>>;
  readonly asked: string;
}): ReactElement {
  const { t } = useTranslation('help');
  const found = searchHelp(props.entries, props.texts, props.asked);
  return (
    <>
      <p role="status">
        {props.asked === '' ? '' : found.length === 0 ? t('searchNothing') : t('searchFound', { count: found.length })}
      </p>
      <ul className="help-topics">
        {found.map(({ entry, excerpt }) => (
          <li key={entry.id}>
            <Link to={articlePath(entry.id)}>{entry.title}</Link>
            <p>{excerpt}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
