import type { CSSProperties, ReactElement } from 'react';
import type { TemplateInfo } from '#protocol/api.ts';

/** A template without a picture is shown as an empty label of the right proportions. */
function blankStyle({ width, height }: Pick<TemplateInfo, 'width' | 'height'>): CSSProperties {
  return { aspectRatio: `${width} / ${height}`, width: `min(100%, ${(110 * width) / height}px)` };
}

/** A template's preview, in a box that decides how large it is. */
export function TemplatePicture(props: {
  readonly template: Pick<TemplateInfo, 'image' | 'width' | 'height'>;
}): ReactElement {
  const { template } = props;
  return (
    <span className="template-card-picture">
      {template.image === '' ? (
        <span className="template-card-blank" style={blankStyle(template)} />
      ) : (
        <img src={template.image} alt="" loading="lazy" decoding="async" draggable={false} />
      )}
    </span>
  );
}
