import { App, Button, Modal, type InputRef } from 'antd';
import { useMemo, useRef, useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { findTexts, replaceTexts, type FoundText } from '#editor/commands/replace-text.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { MarkedText, NO_TERMS, ReplaceFields } from '#app/ui/ReplaceFields.tsx';
import { useActions } from '../session/actions.tsx';
import { useEditorSession, useEditorState } from '../session/editor-session.tsx';

export interface ReplaceDialogProps {
  onClose(): void;
}

/** More elements are only counted. */
const MOST_LISTED = 100;

/** Finds and replaces in the typed texts of all elements. An element in the list is selected when it is pressed. */
export function ReplaceDialog({ onClose }: ReplaceDialogProps): JSX.Element {
  const { t } = useTranslation(['replace', 'common']);
  const { editor } = useEditorSession();
  const { run } = useActions();
  const { message } = App.useApp();
  const elements = useEditorState((s) => s.template.elements);
  const [terms, setTerms] = useState(NO_TERMS);
  const found = useMemo(() => findTexts(elements, terms), [elements, terms]);
  const count = found.reduce((sum, { matches }) => sum + matches.length, 0);
  const field = useRef<InputRef>(null);

  function replaceAll(): void {
    run(replaceTexts(terms, terms.replacement));
    void message.success({ content: t('replaced', { count }), key: 'replaced' });
    field.current?.focus({ cursor: 'all' });
  }

  return (
    <Modal
      open
      centered
      width={520}
      title={t('title')}
      onCancel={onClose}
      afterOpenChange={(isOpen) => isOpen && field.current?.focus()}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.close')}</Button>
          <Button
            type="primary"
            disabled={count === 0}
            // A double click would replace in what it has just replaced.
            onClick={({ detail }) => (detail > 1 ? undefined : replaceAll())}
            data-testid="replace-all"
          >
            {t('replaceAll')}
          </Button>
        </>
      }
    >
      <ReplaceFields terms={terms} field={field} onChange={setTerms} />
      <p className="replace-count" role="status">
        {terms.text === '' ? t('hint') : count === 0 ? t('none') : t('found', { count })}
      </p>
      <ul className="replace-list" aria-label={t('list')}>
        {found.slice(0, MOST_LISTED).map((one, i) => (
          <FoundRow
            key={i}
            found={one}
            onPress={(id) => {
              onClose();
              editor.select([id]);
            }}
          />
        ))}
        {found.length > MOST_LISTED ? (
          <li className="replace-more">{t('more', { count: found.length - MOST_LISTED })}</li>
        ) : null}
      </ul>
    </Modal>
  );
}

interface FoundRowProps {
  readonly found: FoundText;
  onPress(id: ElementId): void;
}

function FoundRow({ found, onPress }: FoundRowProps): JSX.Element {
  const { element, text, matches } = found;
  return (
    <li>
      <button type="button" onClick={() => onPress(found.id)}>
        <span className="replace-name">{element.name}</span>
        <span className="replace-text">
          <MarkedText text={text} matches={matches} />
        </span>
      </button>
    </li>
  );
}
