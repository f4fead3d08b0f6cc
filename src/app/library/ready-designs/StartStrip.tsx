import { useState, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { INDUSTRIES, type IndustryTemplate } from '#protocol/api.ts';
import { useAnswer } from '#app/state/use-answer.ts';
import { DesignCard } from './DesignCard.tsx';
import { DesignDialog } from './DesignDialog.tsx';
import './industry.css';

const SHOWN = 6;

/**
 * A few ready templates of several industries, for users with few templates of their own. Nothing while there are none.
 */
export function StartStrip(): ReactElement | null {
  const { t } = useTranslation('industry');
  const { answer } = useAnswer('industryList', { page: 1, size: SHOWN });
  const [shown, setShown] = useState<IndustryTemplate | null>(null);
  if (answer === null || answer.count === 0) return null;
  return (
    <section className="industry-start">
      <div className="home-heading">
        <h2>{t('start')}</h2>
        <Link to="/shareTemplate">{t('seeAll', { count: answer.count })}</Link>
      </div>
      <nav className="industry-purposes" aria-label={t('industry')}>
        {INDUSTRIES.map((industry) => (
          <Link key={industry} to={`/shareTemplate?industry=${industry}`}>
            {t(`name.${industry}`)}
          </Link>
        ))}
      </nav>
      <div className="card-grid">
        {answer.list.map((design) => (
          <DesignCard key={design.id} design={design} onPress={setShown} />
        ))}
      </div>
      {shown === null ? null : <DesignDialog design={shown} onClose={() => setShown(null)} />}
    </section>
  );
}
