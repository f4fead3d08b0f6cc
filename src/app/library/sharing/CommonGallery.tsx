import { useDeferredValue, useState, type ReactElement } from 'react';
import { Button, Modal, Select, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { roundMm } from '#model/kernel/units.ts';
import { createLabelSettings } from '#model/template/label-limits.ts';
import { COMMON_CATEGORIES, type CommonCategory, type CommonTemplate } from '#protocol/api.ts';
import { ListPages } from '#app/ui/ListPages.tsx';
import { ListProblem } from '#app/ui/ListProblem.tsx';
import { TemplatePicture } from '#app/library/templates/TemplatePicture.tsx';
import { SearchField } from '#app/ui/SearchField.tsx';
import { editLabelPath } from '#app/state/label-attributes.ts';
import { formatSize, useUnit } from '#app/state/unit.ts';
import { useAnswer } from '#app/state/use-answer.ts';
import '#app/ui/list.css';
import '#app/library/ready-designs/industry.css';
import '#app/library/templates/sharing.css';

const PAGE_SIZE = 24;
const PLACEHOLDERS = [0, 1, 2, 3];

/** The editor's address for a common template: saving it creates a template of the user. */
function commonPath({ template_id: id, name, file, width, height }: CommonTemplate): string {
  const settings = createLabelSettings(name, { widthMm: roundMm(width), heightMm: roundMm(height) });
  return editLabelPath({ id, parentId: '', file, revision: 0, type: 'common', localFile: '', settings }, 'common');
}

/** Templates that users have submitted and an operator has approved. */
export function CommonGallery(): ReactElement {
  const { t, i18n } = useTranslation(['sharing', 'common']);
  const unit = useUnit();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [category, setCategory] = useState<CommonCategory | null>(null);
  const [page, setPage] = useState(1);
  const [shown, setShown] = useState<CommonTemplate | null>(null);
  const input = { name, ...(category === null ? {} : { category }), page, size: PAGE_SIZE };
  const { answer, problem, reload } = useAnswer('commonList', useDeferredValue(input));
  return (
    <div>
      <div className="home-filter industry-filter">
        <Select<CommonCategory>
          allowClear
          className="industry-size"
          placeholder={t('category')}
          aria-label={t('category')}
          value={category}
          options={COMMON_CATEGORIES.map((value) => ({ value, label: t(`categories.${value}`) }))}
          onChange={(value: CommonCategory | undefined) => {
            setCategory(value ?? null);
            setPage(1);
          }}
        />
        <SearchField
          className="home-search"
          label={t('search')}
          value={name}
          onChange={(words) => {
            setName(words);
            setPage(1);
          }}
        />
      </div>
      {problem === null ? null : <ListProblem problem={problem} onRetry={reload} />}
      {answer?.count === 0 ? (
        <p className="home-empty">{t('none')}</p>
      ) : (
        <div className="card-grid" aria-busy={answer === null && problem === null}>
          {answer === null
            ? PLACEHOLDERS.map((i) => <Skeleton.Node key={i} active className="template-card-loading" />)
            : answer.list.map((entry) => (
                <button
                  key={entry.id}
                  type="button"
                  className="template-card design-card"
                  onClick={() => setShown(entry)}
                >
                  <TemplatePicture template={entry} />
                  <span className="design-card-foot">
                    <strong title={entry.name}>{entry.name}</strong>
                    <span>
                      {formatSize(entry.width, entry.height, unit, i18n.language)} ·{' '}
                      {t('usedCount', { count: entry.use_num })}
                    </span>
                  </span>
                </button>
              ))}
        </div>
      )}
      <ListPages page={page} pageSize={PAGE_SIZE} total={answer?.count ?? 0} onChange={setPage} />
      {shown === null ? null : (
        <Modal
          open
          centered
          width={720}
          title={shown.name}
          onCancel={() => setShown(null)}
          footer={
            <>
              <Button onClick={() => setShown(null)}>{t('common:action.cancel')}</Button>
              <Button type="primary" onClick={() => void navigate(commonPath(shown))}>
                {t('use')}
              </Button>
            </>
          }
        >
          <div className="design-large">
            <TemplatePicture template={shown} />
          </div>
          <p>{shown.description}</p>
          <p className="sharing-note">
            {[
              shown.nickname === '' ? '' : t('sharedBy', { nickname: shown.nickname }),
              t(`categories.${shown.category}`),
              formatSize(shown.width, shown.height, unit, i18n.language),
              t('usedCount', { count: shown.use_num }),
            ]
              .filter((part) => part !== '')
              .join(' · ')}
          </p>
        </Modal>
      )}
    </div>
  );
}
