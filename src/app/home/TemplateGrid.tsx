import type { ReactElement } from 'react';
import { Skeleton } from 'antd';
import type { TemplateInfo } from '#protocol/api.ts';
import { TemplateCard } from './TemplateCard.tsx';
import type { TemplateActions } from './use-template-actions.tsx';

interface TemplateGridProps {
  readonly templates: readonly TemplateInfo[];
  readonly loading: boolean;
  readonly actions: TemplateActions;
}

const PLACEHOLDERS = [0, 1, 2, 3];

export function TemplateGrid(props: TemplateGridProps): ReactElement {
  return (
    <div className="template-grid" aria-busy={props.loading}>
      {props.loading
        ? PLACEHOLDERS.map((i) => <Skeleton.Node key={i} active className="template-card-loading" />)
        : props.templates.map((template) => (
            <TemplateCard key={template.id} template={template} actions={props.actions} />
          ))}
    </div>
  );
}
