import { useDeferredValue, useId, useState, type ReactElement } from 'react';
import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { PlainPage } from '#app/shell/PlainPage.tsx';
import { guidePath, guideText, searchTopics } from './help-topics.ts';
import './help.css';

/** Finds topics of the guide by their words. What is searched for stands in the address. */
export function HelpSearchScreen(): ReactElement {
  const { t, i18n } = useTranslation('help');
  const field = useId();
  const [query, setQuery] = useSearchParams();
  const [words, setWords] = useState(query.get('q') ?? '');
  const asked = useDeferredValue(words.trim());
  const found = searchTopics(t, asked);
  return (
    <PlainPage title={t('search')} intro={t('searchText')}>
      <label htmlFor={field} className="only-spoken">
        {t('searchField')}
      </label>
      <Input.Search
        id={field}
        size="large"
        allowClear
        autoFocus
        className="help-search"
        placeholder={t('searchField')}
        value={words}
        onChange={({ target: { value } }) => {
          // The address follows later than the field: it may be the slower one.
          setWords(value);
          setQuery(value === '' ? {} : { q: value }, { replace: true });
        }}
      />
      <p role="status">
        {asked === '' ? '' : found.length === 0 ? t('searchNothing') : t('searchFound', { count: found.length })}
      </p>
      <ul className="help-topics">
        {found.map(({ topic, text }) => (
          <li key={topic.id}>
            <Link to={guidePath(i18n.language, topic.id)}>{guideText(t, topic.title)}</Link>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <p className="help-links">
        <Link to="/helpCatalog">{t('catalog')}</Link>
      </p>
    </PlainPage>
  );
}
