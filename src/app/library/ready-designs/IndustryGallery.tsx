import { useDeferredValue, useState, type ReactElement } from 'react';
import { Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { IndustryListInput, IndustryTemplate } from '#protocol/api.ts';
import { ListPages } from '#app/ui/ListPages.tsx';
import { ListProblem } from '#app/ui/ListProblem.tsx';
import { useAnswer } from '#app/state/use-answer.ts';
import { DesignCard } from './DesignCard.tsx';
import { DesignDialog } from './DesignDialog.tsx';
import { galleryQueryOf, WHOLE_GALLERY, withGalleryQuery, type GalleryQuery } from './gallery-query.ts';
import { IndustryFilters } from './IndustryFilters.tsx';
import '#app/ui/list.css';
import './industry.css';

const PAGE_SIZE = 24;
const PLACEHOLDERS = [0, 1, 2, 3, 4, 5];

/** All ready templates, filtered by industry, printer, size and name, which are in the address. */
export function IndustryGallery(): ReactElement {
  const { t } = useTranslation('industry');
  const [address, setAddress] = useSearchParams();
  // The address is updated in a transition, and a field that waits for it loses typed text.
  const [query, setShownQuery] = useState(() => galleryQueryOf(address));
  function setQuery(next: GalleryQuery): void {
    setShownQuery(next);
    setAddress((before) => withGalleryQuery(before, next), { replace: true });
  }
  const [shown, setShown] = useState<IndustryTemplate | null>(null);
  const filters = useAnswer('industryFilters', {});
  const machines = useAnswer('machineList', {});
  const asked = useDeferredValue(inputOf(query));
  const designs = useAnswer('industryList', asked);
  const { answer } = designs;

  return (
    <div className="industry-gallery">
      <IndustryFilters
        query={query}
        filters={filters.answer}
        machines={machines.answer?.list ?? []}
        onChange={(change) => setQuery({ ...query, ...change, page: 1 })}
      />
      {designs.problem === null ? null : <ListProblem problem={designs.problem} onRetry={designs.reload} />}
      {answer === null ? null : (
        <p className="home-count industry-count" role="status">
          {t('count', { count: answer.count })}
        </p>
      )}
      {answer?.count === 0 ? (
        <div className="home-empty">
          {t('none')}
          <Button onClick={() => setQuery(WHOLE_GALLERY)}>{t('showAll')}</Button>
        </div>
      ) : (
        <div className="card-grid" aria-busy={answer === null && designs.problem === null}>
          {answer === null
            ? PLACEHOLDERS.map((i) => <Skeleton.Node key={i} active className="template-card-loading" />)
            : answer.list.map((design) => <DesignCard key={design.id} design={design} onPress={setShown} />)}
        </div>
      )}
      <ListPages
        page={query.page}
        pageSize={PAGE_SIZE}
        total={answer?.count ?? 0}
        onChange={(page) => setQuery({ ...query, page })}
      />
      {shown === null ? null : <DesignDialog design={shown} onClose={() => setShown(null)} />}
    </div>
  );
}

function inputOf({ industry, machine, size, search, page }: GalleryQuery): IndustryListInput {
  const [brand, series, model] = machine;
  const [width, height] = size === null ? [] : size.split('x').map(Number);
  return {
    ...(industry === null ? {} : { industry }),
    ...(brand === undefined ? {} : { brand }),
    ...(series === undefined ? {} : { series }),
    ...(model === undefined ? {} : { model }),
    ...(width === undefined || height === undefined ? {} : { width, height }),
    ...(search.trim() === '' ? {} : { name: search }),
    page,
    size: PAGE_SIZE,
  };
}
