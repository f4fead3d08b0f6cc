import { Button } from 'antd';
import { useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { LabelElement } from '#model/elements/element.ts';
import { changedLookFields, MAX_STYLE_NAME, styleFrom, type StyleKind } from '#model/template/named-style.ts';
import {
  addNamedStyle,
  applyNamedStyle,
  namedStyleOf,
  namedStyles,
  removeNamedStyle,
  renameNamedStyle,
  updateNamedStyle,
} from '#editor/commands/named-styles.ts';
import { ButtonMenu } from '#app/ui/ButtonMenu.tsx';
import { useActions } from '../session/actions.tsx';
import { useEditorState } from '../session/editor-session.tsx';
import { Row, SelectField } from '../widgets/fields.tsx';
import { Icon } from '../widgets/icons.tsx';
import { common } from '../widgets/mixed.ts';
import { NameInput } from '../widgets/NameInput.tsx';
import { BrandKitNotice } from './BrandKitNotice.tsx';
import { useBrandStyles } from './use-brand-styles.ts';

export interface NamedStyleFieldProps {
  readonly kind: StyleKind;
  readonly elements: readonly LabelElement[];
}

/** The named style of the elements, and the changes of the label's styles. */
export function NamedStyleField({ kind, elements }: NamedStyleFieldProps): JSX.Element {
  const { t } = useTranslation('editor');
  const { run } = useActions();
  const template = useEditorState((state) => state.template);
  const [naming, setNaming] = useState<'add' | 'rename' | 'save' | null>(null);
  const brand = useBrandStyles(kind);
  const styles = namedStyles(template, kind);
  const style = common(elements.map((element) => namedStyleOf(template, element)));
  const isMixed = style === null && elements.some((element) => namedStyleOf(template, element) !== null);
  const isChanged = style !== null && elements.some((element) => changedLookFields(element, style).length > 0);
  const label = t('namedStyle.label');

  function named(name: string | null): void {
    setNaming(null);
    if (name === null || name.trim() === '') return;
    const [first] = elements;
    if (naming === 'add') run(addNamedStyle(kind, name));
    else if (naming === 'save' && first !== undefined) void brand.save(styleFrom(first, name.trim()), 'apply');
    else if (style !== null) run(renameNamedStyle(kind, style.name, name));
  }

  const deeds: Readonly<Record<string, () => void>> = {
    add: () => setNaming('add'),
    update: () => style !== null && run(updateNamedStyle(kind, style.name)),
    restore: () => style !== null && run(applyNamedStyle(kind, style.name)),
    rename: () => setNaming('rename'),
    remove: () => style !== null && run(removeNamedStyle(kind, style.name)),
    saveToKit: () => (style === null ? setNaming('save') : void brand.save(style, 'link')),
  };
  return (
    <>
      <Row label={label}>
        <div className="ed-with-button">
          {naming === null ? (
            <SelectField
              label={label}
              testId="named-style"
              disabled={styles.length === 0 && !brand.isSignedIn}
              group={brand.group}
              onOpenChange={brand.setOpen}
              value={isMixed ? null : (style?.name ?? '')}
              choices={[
                { value: '', label: t('namedStyle.none') },
                ...styles.map(({ name }) => ({
                  value: name,
                  label: isChanged && name === style.name ? t('namedStyle.changed', { name }) : name,
                })),
              ]}
              onChange={(name) => brand.apply(name) || run(applyNamedStyle(kind, name === '' ? null : name))}
            />
          ) : (
            <NameInput
              name={naming === 'rename' ? (style?.name ?? '') : ''}
              label={t('namedStyle.name')}
              testId="named-style-name"
              maxLength={MAX_STYLE_NAME}
              onName={named}
            />
          )}
          <ButtonMenu
            menu={{
              items: [
                { key: 'add', label: t('namedStyle.add') },
                { key: 'update', label: t('namedStyle.update'), disabled: !isChanged },
                { key: 'restore', label: t('namedStyle.restore'), disabled: !isChanged },
                { key: 'rename', label: t('namedStyle.rename'), disabled: style === null },
                { key: 'remove', label: t('namedStyle.remove'), disabled: style === null },
                { type: 'divider' },
                { key: 'saveToKit', label: t('brandKit.saveToKit'), disabled: isMixed || !brand.isSignedIn },
              ],
              onClick: ({ key }) => deeds[key]?.(),
            }}
          >
            <Button
              size="small"
              aria-label={t('namedStyle.menu')}
              data-testid="named-style-menu"
              icon={<Icon name="more" size={16} />}
            />
          </ButtonMenu>
        </div>
      </Row>
      <BrandKitNotice />
    </>
  );
}
