import type { CSSProperties, ReactElement } from 'react';
import type { TemplateInfo } from '#protocol/api.ts';

/** The style of a template without a picture: an empty label of the right proportions. */
function blankStyle({ width, height }: Pick<TemplateInfo, 'width' | 'height'>): CSSProperties {
  return { aspectRatio: `${width} / ${height}`, width: `min(100%, ${(110 * width) / height}px)` };
}

/** A template's preview, in a box that determines its size. */
export function TemplatePicture(props: {
  readonly template: Pick<TemplateInfo, 'image' | 'width' | 'height'>;
  /** Pixels of the picture per CSS pixel; defaults to 1. */
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
