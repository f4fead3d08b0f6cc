import type { ReactElement } from 'react';
import { Skeleton } from 'antd';
import { TemplateCard } from './TemplateCard.tsx';
import type { TemplateActions } from './use-template-actions.tsx';
import type { TemplateListState } from './use-template-list.ts';

interface TemplateGridProps {
  readonly templates: TemplateListState;
  readonly actions: TemplateActions;
}

const PLACEHOLDERS = [0, 1, 2, 3];

export function TemplateGrid(props: TemplateGridProps): ReactElement {
  return (
    <div className="template-grid" aria-busy={props.templates.loading}>
      {props.templates.loading
        ? PLACEHOLDERS.map((i) => <Skeleton.Node key={i} active className="template-card-loading" />)
        : props.templates.list.map((template) => (
            <TemplateCard
              key={template.id}
              template={template}
              actions={props.actions}
              now={props.templates.loadedAt}
            />
          ))}
    </div>
  );
}
