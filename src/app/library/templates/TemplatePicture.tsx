import type { CSSProperties, ReactElement } from 'react';
import type { TemplateInfo } from '#protocol/api.ts';

/** A template without a picture is shown as an empty label of the right proportions. */
function blankStyle({ width, height }: Pick<TemplateInfo, 'width' | 'height'>): CSSProperties {
  return { aspectRatio: `${width} / ${height}`, width: `min(100%, ${(110 * width) / height}px)` };
}

/** A template's preview, in a box that decides how large it is. */
export function TemplatePicture(props: {
  readonly template: Pick<TemplateInfo, 'image' | 'width' | 'height'>;
  /** Pixels of the picture for each CSS pixel; 1 when absent. */
  readonly density?: 2;
}): ReactElement {
  const { template, density } = props;
  return (
    <span className="template-card-picture">
      {template.image === '' ? (
        <span className="template-card-blank" style={blankStyle(template)} />
      ) : (
        <img
          src={template.image}
          {...(density === undefined ? {} : { srcSet: `${template.image} ${density}x` })}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
        />
      )}
    </span>
  );
}
