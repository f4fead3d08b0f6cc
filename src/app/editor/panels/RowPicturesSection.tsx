import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImageElement } from '#model/elements/image/image-element.ts';
import { setRowPictures } from '#editor/commands/image.ts';
import { RowPictureSource } from '#app/ui/RowPictureSource.tsx';
import { ContentFields } from '../data/ContentFields.tsx';
import { useActions } from '../session/actions.tsx';
import { CheckRow, Section } from '../widgets/fields.tsx';

/** Whether each row has a picture of its own, what names it, and where the pictures are. */
export function RowPicturesSection({ element }: { readonly element: ImageElement }): JSX.Element {
  const { t } = useTranslation('editor');
  const { run } = useActions();
  const { id, sources, emptyAllowed = false } = element;
  return (
    <Section title={t('panel.rowPictures')}>
      <CheckRow
        label={t('panel.rowPicturesOn')}
        on={sources !== undefined}
        onChange={(on) => run(setRowPictures({ on }))}
      />
      {sources === undefined ? null : (
        <>
          <p className="ed-hint">{t('panel.rowPicturesHint')}</p>
          <ContentFields
            slot={{ id, content: 0 }}
            sources={sources}
            lines={1}
            placeholder={t('panel.rowPictureName')}
          />
          <CheckRow
            label={t('panel.rowPictureOptional')}
            on={emptyAllowed}
            onChange={(on) => run(setRowPictures({ emptyAllowed: on }))}
          />
          <RowPictureSource />
        </>
      )}
    </Section>
  );
}
