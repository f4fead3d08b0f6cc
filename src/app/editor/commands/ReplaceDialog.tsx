import { App, Button, Checkbox, Input, Modal, type InputRef } from 'antd';
import { useId, useMemo, useRef, useState, type JSX, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { findTexts, replaceTexts, type FoundText, type TextMatch } from '#editor/commands/replace-text.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { useActions } from '../session/actions.tsx';
import { useEditorSession, useEditorState } from '../session/editor-session.tsx';
import './replace-dialog.css';

export interface ReplaceDialogProps {
  onClose(): void;
}

/** More elements are only counted. */
const MOST_LISTED = 100;
/** Characters shown before the first match. */
const BEFORE_MATCH = 20;
const MOST_SHOWN = 120;

/** Finds and replaces in the typed texts of all elements. An element in the list is selected when it is pressed. */
export function ReplaceDialog({ onClose }: ReplaceDialogProps): JSX.Element {
  const { t } = useTranslation(['replace', 'common']);
  const { editor } = useEditorSession();
  const { run } = useActions();
  const { message } = App.useApp();
  const elements = useEditorState((s) => s.template.elements);
  const [text, setText] = useState('');
  const [replacement, setReplacement] = useState('');
  const [matchCase, setMatchCase] = useState(false);
  const [wholeWords, setWholeWords] = useState(false);
  const search = useMemo(() => ({ text, matchCase, wholeWords }), [text, matchCase, wholeWords]);
  const found = useMemo(() => findTexts(elements, search), [elements, search]);
  const count = found.reduce((sum, { matches }) => sum + matches.length, 0);
  const field = useRef<InputRef>(null);
  const [findId, replaceId] = [useId(), useId()];

  function replaceAll(): void {
    run(replaceTexts(search, replacement));
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
      <div className="ed-replace" data-testid="replace-dialog">
        <label htmlFor={findId}>{t('find')}</label>
        <Input id={findId} ref={field} value={text} onChange={(event) => setText(event.target.value)} />
        <label htmlFor={replaceId}>{t('replaceWith')}</label>
        <Input id={replaceId} value={replacement} onChange={(event) => setReplacement(event.target.value)} />
        <div className="ed-replace-choices">
          <Checkbox checked={matchCase} onChange={(event) => setMatchCase(event.target.checked)}>
            {t('matchCase')}
          </Checkbox>
          <Checkbox checked={wholeWords} onChange={(event) => setWholeWords(event.target.checked)}>
            {t('wholeWords')}
          </Checkbox>
        </div>
      </div>
      <p className="ed-replace-count" role="status">
        {text === '' ? t('hint') : count === 0 ? t('none') : t('found', { count })}
      </p>
      <ul className="ed-replace-list" aria-label={t('list')}>
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
          <li className="ed-replace-more">{t('more', { count: found.length - MOST_LISTED })}</li>
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
        <span className="ed-replace-name">{element.name}</span>
        <span className="ed-replace-text">{withMarks(text, matches)}</span>
      </button>
    </li>
  );
}

/** The text around the matches, with the matches marked. */
function withMarks(text: string, matches: readonly TextMatch[]): readonly ReactNode[] {
  const start = Math.max(0, (matches[0]?.from ?? 0) - BEFORE_MATCH);
  const end = start + MOST_SHOWN;
  const parts: ReactNode[] = start > 0 ? ['…'] : [];
  let at = start;
  for (const { from, to } of matches) {
    if (from >= end) break;
    parts.push(text.slice(at, from), <mark key={from}>{text.slice(from, to)}</mark>);
    at = to;
  }
  parts.push(text.slice(at, Math.max(at, end)));
  return parts;
}
