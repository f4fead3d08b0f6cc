import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_ZOOM, MIN_ZOOM } from '#editor/viewport.ts';
import { NumberInput } from '#app/ui/NumberInput.tsx';
import { ButtonMenu } from '#app/ui/ButtonMenu.tsx';
import { RowStepper } from '../data/RowStepper.tsx';
import { Icon } from '../widgets/icons.tsx';
import { useActions } from '../session/actions.tsx';
import { useEditorSession, useEditorState, useFrame } from '../session/editor-session.tsx';
import { useSettled } from '../session/use-settled.ts';
import { useStore } from '#app/state/store.ts';
import { CanvasPages } from './CanvasPages.tsx';
import { ActionButton } from '../session/ActionButton.tsx';
import { problemText } from '#app/state/i18n/problem-text.ts';
import { useGradesShown } from '#app/state/editor-preferences.ts';
import { isLanguageFault, languageName } from '#model/template/label-languages.ts';
import { definitionOf } from '#model/elements/element.ts';
import { SwitchButton } from '../widgets/SwitchButton.tsx';
import './status-bar.css';

const NONE: readonly never[] = [];
/** Entries of the menu that are no languages. */
const OWN = '.own';
const EDIT = '.edit';
const ZOOMS = [0.25, 0.5, 0.75, 1, 1.5, 2, 3, 5] as const;

export function StatusBar(): JSX.Element {
  const { t } = useTranslation('editor');
  return (
    <footer className="ed-status" data-region="status" aria-label={t('frame.statusBar')}>
      <RowStepper />
      <LanguageSwitch />
      <CanvasPages />
      <ProblemCount />
      <span className="ed-grow" />
      <GradeSwitch />
      <AsPrintedButton />
      <div className="ed-zoom" role="group" aria-label={t('frame.zoom')}>
        <ActionButton id="zoomOut" />
        <ZoomField />
        <ZoomMenu />
        <ActionButton id="zoomIn" />
        <ActionButton id="zoomFit" />
      </div>
    </footer>
  );
}

/** The language that the canvas shows, and that is typed. Hidden if the label has one language. */
function LanguageSwitch(): JSX.Element | null {
  const { t, i18n } = useTranslation(['editor', 'problems']);
  const { data } = useEditorSession();
  const { perform } = useActions();
  const { language, record } = useStore(data.state);
  const languages = useEditorState((s) => s.template.label.languages);
  if (languages === undefined) return null;
  const { tags, column } = languages;
  const nameOf = (tag: string): string => languageName(tag, i18n.language);
  const shown = nameOf(record.language ?? tags[0]);
  const { fault } = record;
  const isUnknown = fault !== undefined && isLanguageFault(fault);
  const words = isUnknown ? problemText(t, fault) : t('languages.shown', { language: shown });
  const items = [
    ...(column === undefined ? [] : [{ key: OWN, label: t('languages.byColumn', { column: column.column }) }]),
    ...tags.map((tag) => ({ key: tag, label: nameOf(tag) })),
  ];
  return (
    <ButtonMenu
      placement="top"
      menu={{
        items: [...items, { type: 'divider' as const }, { key: EDIT, label: t('action.languages') }],
        selectable: true,
        selectedKeys: [language ?? (column === undefined ? tags[0] : OWN)],
        onClick: ({ key }) => (key === EDIT ? perform('languages') : data.showLanguage(key === OWN ? null : key)),
      }}
    >
      <button
        type="button"
        className="ed-language"
        aria-label={words}
        title={words}
        data-unknown={isUnknown}
        data-testid="shown-language"
        data-language={record.language ?? tags[0]}
      >
        <Icon name={isUnknown ? 'warning' : 'languages'} size={16} />
        <span>{isUnknown ? words : shown}</span>
      </button>
    </ButtonMenu>
  );
}

function AsPrintedButton(): JSX.Element {
  const { asPrinted } = useEditorSession();
  return <ActionButton id="asPrinted" pressed={useStore(asPrinted)} />;
}

/** The zoom in percent; one percent is the specification's step of 0.01. */
function ZoomField(): JSX.Element {
  const { t } = useTranslation('editor');
  const { editor } = useEditorSession();
  const zoom = useEditorState((s) => s.viewport.zoom);
  return (
    <NumberInput
      size="small"
      className="ed-zoom-field"
      label={t('frame.zoom')}
      testId="zoom-field"
      value={Math.round(zoom * 100)}
      min={MIN_ZOOM * 100}
      max={MAX_ZOOM * 100}
      precision={0}
      suffix="%"
      onChange={(percent) => editor.zoomAt(percent / 100)}
    />
  );
}

function ZoomMenu(): JSX.Element {
  const { t } = useTranslation('editor');
  const { editor } = useEditorSession();
  const { perform } = useActions();
  const zoom = useEditorState((s) => s.viewport.zoom);
  const nothing = useEditorState((s) => s.selection.length === 0);
  const percent = `${Math.round(zoom * 100)}%`;
  return (
    <ButtonMenu
      placement="top"
      menu={{
        items: [
          ...ZOOMS.map((value) => ({ key: String(value), label: `${value * 100}%` })),
          { type: 'divider' as const },
          { key: 'zoomFit', label: t('action.zoomFit') },
          { key: 'zoomSelection', label: t('action.zoomSelection'), disabled: nothing },
        ],
        onClick: ({ key }) =>
          key === 'zoomFit' || key === 'zoomSelection' ? perform(key) : editor.zoomAt(Number(key)),
      }}
    >
      <button type="button" className="ed-zoom-value" aria-label={`${t('frame.zoom')}: ${percent}`} data-testid="zoom">
        <span className="only-spoken">{percent}</span>
        <svg viewBox="0 0 12 12" width="10" height="10" aria-hidden="true">
          <path d="M2.5 7.5 6 4l3.5 3.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      </button>
    </ButtonMenu>
  );
}

/** The number of elements that keep the label from being printed. A press selects the next of them. */
function ProblemCount(): JSX.Element | null {
  const { t } = useTranslation('editor');
  const { editor, checks } = useEditorSession();
  const problems = useFrame((frame) => frame?.problems) ?? NONE;
  const misread = useStore(checks).filter(({ problem }) => problem !== null);
  const elements = useSettled((s) => s.template.elements);
  const failing = new Set([...problems, ...misread].map((p) => p.elementId));
  if (failing.size === 0) return null;
  const ids = elements.map((element) => element.id).filter((id) => failing.has(id));
  if (ids.length === 0) return null;
  const next = (): void => {
    const [current] = editor.state().selection;
    const at = ids.findIndex((id) => id === current);
    const id = ids[(at + 1) % ids.length];
    if (id !== undefined) editor.select([id]);
  };
  const words = t('frame.problems', { count: ids.length });
  return (
    <button
      type="button"
      className="ed-problem-count"
      data-testid="problem-count"
      data-count={ids.length}
      title={words}
      onClick={next}
    >
      <Icon name="warning" size={15} />
      <span>{words}</span>
    </button>
  );
}

/** Shows or hides the grades of the codes on the canvas. Hidden if the label has no codes. */
function GradeSwitch(): JSX.Element | null {
  const { t } = useTranslation('editor');
  const [shown, setShown] = useGradesShown();
  const hasCodes = useEditorState((s) => s.template.elements.some((e) => definitionOf(e.type).hasSymbol));
  if (!hasCodes) return null;
  return (
    <SwitchButton label={t('grade.list')} icon="grade" on={shown} testId="grades-shown" small onChange={setShown} />
  );
}
