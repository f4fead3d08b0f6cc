import type { JSX } from 'react';
import type { ElementType, LabelElement } from '#model/elements/element.ts';
import { ContentSection } from '#app/editor/panels/ContentSection.tsx';
import type { ElementDescriptor } from '#app/editor/session/element-descriptor.ts';
import { usePatch } from '#app/editor/session/patch.ts';
import { CheckRow, Section } from '#app/editor/widgets/fields.tsx';
import type { ToyElement } from './toy.ts';

/** In the product the list of definitions would make it one of the types. */
const TYPE = 'toy' as ElementType;

function ToyPanel({ element }: { readonly element: ToyElement }): JSX.Element {
  const { patch } = usePatch(TYPE);
  return (
    <>
      <ContentSection element={element} lines={1} />
      <Section title="Toy">
        <CheckRow
          label="Half as high"
          on={element.share === 0.5}
          onChange={(half) => patch({ share: half ? 0.5 : 1 } as Partial<LabelElement>)}
        />
      </Section>
    </>
  );
}

export const toy = {
  icon: { f: 'M3 7h4v6H3zM13 7h4v6h-4z' },
  chords: [{ code: 'KeyY' }],
  Panel: ToyPanel,
} as unknown as ElementDescriptor<LabelElement>;
