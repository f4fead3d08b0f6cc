import type { ReactElement } from 'react';
import { Skeleton } from 'antd';
import type { TemplateInfo } from '#protocol/api.ts';
import { TemplateCard, type Choosing } from './TemplateCard.tsx';
import type { TemplateActions } from './use-template-actions.tsx';
import type { TemplateListState } from './use-template-list.ts';

interface TemplateGridProps {
  readonly templates: TemplateListState;
  readonly actions: TemplateActions;
  /** Absent in a list without a selection. */
  readonly choosing?: (template: TemplateInfo) => Choosing;
}

const PLACEHOLDERS = [0, 1, 2, 3];

export function TemplateGrid({ templates, actions, choosing }: TemplateGridProps): ReactElement {
  return (
    <div className="card-grid" aria-busy={templates.loading || templates.stale}>
      {templates.loading
        ? PLACEHOLDERS.map((i) => <Skeleton.Node key={i} active className="template-card-loading" />)
        : templates.list.map((template) => (
            <TemplateCard
              key={template.id}
              template={template}
              actions={actions}
              now={templates.loadedAt}
              {...(choosing === undefined ? {} : { choosing: choosing(template) })}
            />
          ))}
    </div>
  );
}
