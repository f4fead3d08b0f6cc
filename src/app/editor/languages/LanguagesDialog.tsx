import { App, Button, Modal, Select } from 'antd';
import { useMemo, useState, type JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { spreadsheetKey } from '#model/elements/base/reading.ts';
import type { ColumnSource } from '#model/elements/base/content.ts';
import { languageTag, type LanguageTag } from '#model/elements/base/translations.ts';
import type { TranslatableText } from '#model/elements/translated.ts';
import { languageName, MAX_LANGUAGES } from '#model/template/label-languages.ts';
import { textsOf } from '#model/template/translated-template.ts';
import { setLanguages } from '#editor/commands/translations.ts';
import { copyText } from '#app/ui/copy-text.ts';
import { DESTRUCTIVE } from '#app/ui/choice/destructive.ts';
import { useStore } from '#app/state/store.ts';
import { columnSource, offeredSheets } from '../data/bindings.ts';
import { useActions } from '../session/actions.tsx';
import { useEditorSession } from '../session/editor-session.tsx';
import {
  copiedTable,
  languagesOf,
  pasted,
  withCell,
  withLanguage,
  withoutTag,
  type LanguageDraft,
  type PasteReport,
} from './language-draft.ts';
import { LanguageSelect } from './LanguageSelect.tsx';
import { TranslationTable } from './TranslationTable.tsx';
import './languages.css';

export interface LanguagesDialogProps {
  onClose(): void;
}

/** The languages of the label, how one is chosen, and a table of all texts. Save applies everything as one step. */
export function LanguagesDialog({ onClose }: LanguagesDialogProps): JSX.Element {
  const { t, i18n } = useTranslation(['languages', 'common']);
  const { editor } = useEditorSession();
  const { run } = useActions();
  const { message, modal } = App.useApp();
  const [template] = useState(() => editor.state().template);
  const texts = useMemo(() => textsOf(template), [template]);
  const [initial] = useState((): LanguageDraft => {
    const { languages } = template.label;
    const main = languageTag(i18n.language) ?? 'en';
    return { tags: languages?.tags ?? [main], column: languages?.column ?? null, cells: new Map() };
  });
  const [draft, setDraft] = useState(initial);
  const [report, setReport] = useState<PasteReport | null>(null);
  const nameOf = (tag: LanguageTag): string => languageName(tag, i18n.language);
  const placeOf = ({ element, place }: TranslatableText): string =>
    place === undefined ? element.name : `${element.name} (${place})`;

  async function cancel(): Promise<void> {
    if (draft !== initial) {
      const sure = await modal.confirm({
        title: t('discardTitle'),
        okText: t('discard'),
        cancelText: t('keepEditing'),
        centered: true,
        ...DESTRUCTIVE,
      });
      if (!sure) return;
    }
    onClose();
  }

  function save(): void {
    run(setLanguages(languagesOf(draft), draft.cells));
    onClose();
  }

  async function copy(): Promise<void> {
    const headings = [t('text'), ...draft.tags.map((tag) => `${nameOf(tag)} (${tag})`)];
    const isCopied = await copyText(copiedTable(draft, texts, headings, placeOf));
    const content = t(isCopied ? 'copied' : 'notCopied', { count: texts.length });
    void (isCopied ? message.success({ content, key: 'copied' }) : message.error({ content, key: 'copied' }));
  }

  return (
    <Modal
      open
      centered
      width="min(1180px, calc(100vw - 32px))"
      title={t('title')}
      maskClosable={false}
      onCancel={() => void cancel()}
      footer={
        <>
          <Button data-testid="languages-cancel" onClick={() => void cancel()}>
            {t('common:action.cancel')}
          </Button>
          <Button type="primary" data-testid="languages-save" onClick={save}>
            {t('common:action.save')}
          </Button>
        </>
      }
    >
      <div className="lang-head">
        <LanguageSelect
          label={t('main')}
          testId="languages-main"
          value={draft.tags[0]}
          taken={draft.tags.slice(1)}
          onChoose={(tag) => setDraft({ ...draft, tags: [tag, ...draft.tags.slice(1)] })}
        />
        <LanguageSelect
          label={t('add')}
          testId="languages-add"
          value={null}
          taken={draft.tags}
          disabled={draft.tags.length >= MAX_LANGUAGES}
          onChoose={(tag) => setDraft(withLanguage(draft, tag))}
        />
        <ColumnSelect column={draft.column} onChange={(column) => setDraft({ ...draft, column })} />
        {draft.tags.length < 2 ? null : (
          <Button className="lang-copy" disabled={texts.length === 0} onClick={() => void copy()}>
            {t('copy')}
          </Button>
        )}
      </div>
      {draft.tags.length < 2 ? (
        <p className="lang-empty" data-testid="languages-empty">
          {t('empty')}
        </p>
      ) : (
        <TranslationTable
          texts={texts}
          draft={draft}
          nameOf={nameOf}
          placeOf={placeOf}
          onType={(text, tag, typed) => setDraft((now) => withCell(now, text, tag, typed))}
          onRemove={(tag) => setDraft(withoutTag(draft, tag))}
          onPaste={(at, cells) => {
            const next = pasted(draft, texts, at, cells);
            setDraft(next.draft);
            setReport(next.report);
          }}
        />
      )}
      <p className="lang-report" role="status" data-testid="languages-report">
        {report === null ? (draft.tags.length < 2 ? '' : t('pasteHint')) : reportText(report)}
      </p>
    </Modal>
  );

  function reportText({ placed, rowsBeyond, columnsBeyond }: PasteReport): string {
    return [
      t('pasted', { count: placed }),
      ...(rowsBeyond === 0 ? [] : [t('rowsBeyond', { count: rowsBeyond })]),
      ...(columnsBeyond === 0 ? [] : [t('columnsBeyond', { count: columnsBeyond })]),
    ].join(' ');
  }
}

interface ColumnSelectProps {
  readonly column: ColumnSource | null;
  onChange(column: ColumnSource | null): void;
}

/** How the language of each label is chosen: when printing, or by a column of an open spreadsheet. */
function ColumnSelect({ column, onChange }: ColumnSelectProps): JSX.Element {
  const { t } = useTranslation('languages');
  const { data } = useEditorSession();
  const { sheets } = useStore(data.state);
  const offered = [...sheets.values()].flatMap((info) =>
    offeredSheets(info).flatMap((sheet) => sheet.columns.map((name) => columnSource(info, sheet.name, name, '', ''))),
  );
  const keyOf = (source: ColumnSource): string => JSON.stringify([spreadsheetKey(source), source.sheet, source.column]);
  // The chosen column may be of a spreadsheet that is missing here.
  const isMissing = column !== null && offered.every((source) => keyOf(source) !== keyOf(column));
  const all = isMissing ? [column, ...offered] : offered;
  const hasSeveral = new Set(all.map((source) => JSON.stringify([spreadsheetKey(source), source.sheet]))).size > 1;
  return (
    <label className="lang-field">
      <span>{t('chosenBy')}</span>
      <Select<string>
        data-testid="languages-column"
        aria-label={t('chosenBy')}
        popupMatchSelectWidth={false}
        value={column === null ? '' : keyOf(column)}
        options={[
          { value: '', label: t('whenPrinting') },
          ...all.map((source) => ({
            value: keyOf(source),
            label: t('byColumn', {
              column: hasSeveral ? `${source.column} (${source.fileName}, ${source.sheet})` : source.column,
            }),
          })),
        ]}
        onChange={(key) => onChange(all.find((source) => keyOf(source) === key) ?? null)}
      />
    </label>
  );
}
