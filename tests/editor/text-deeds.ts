import { setRowPictures } from '#editor/commands/image.ts';
import { setProperties } from '#editor/commands/properties.ts';
import { replaceTexts } from '#editor/commands/replace-text.ts';
import { setRunStyle } from '#editor/commands/sources.ts';
import { setLanguages, setTranslatedRuns, setTranslation } from '#editor/commands/translations.ts';
import type { Editor } from '#editor/editor.ts';
import { fixedText, withRunStyle } from '#model/elements/base/content.ts';
import { contentsOf } from '#model/elements/element.ts';
import type { LabelLanguages } from '#model/template/label-languages.ts';
import { textsOf } from '#model/template/translated-template.ts';

const LANGUAGES: readonly (LabelLanguages | null)[] = [
  { tags: ['en', 'pt-BR'] },
  { tags: ['en', 'zh', 'pt-BR'] },
  { tags: ['zh', 'en'] },
  null,
];

const COLORS = ['#c8102e', '#00aa55', '#000000', undefined];

/** User actions on languages, colors, and pictures of rows. */
export const TEXT_DEEDS: readonly ((editor: Editor, n: number) => void)[] = [
  (editor, n) => {
    const languages = LANGUAGES[n % LANGUAGES.length] ?? null;
    const translated = textsOf(editor.state().template)
      .filter((_, i) => (n >> (i % 8)) % 2 === 1)
      .map(({ key }, i) => [key, { [i % 2 === 0 ? 'zh' : 'pt-BR']: n % 7 === 0 ? null : `own ${n}` }] as const);
    editor.run(setLanguages(languages, new Map(languages === null ? [] : translated)));
  },
  (editor, n) => {
    const [id] = editor.state().selection;
    if (id !== undefined) editor.run(setTranslation({ id, content: 0 }, `in another ${n}`, 'zh'));
  },
  (editor, n) => {
    const { template, selection } = editor.state();
    const element = template.elements.find(({ id }) => id === selection[0]);
    const sources = element === undefined ? undefined : contentsOf(element)[0]?.sources;
    if (element === undefined || sources === undefined) return;
    const colored = withRunStyle(fixedText(`colored ${n}`), { color: COLORS[n % 2] });
    const runs = n % 3 === 0 ? [colored, fixedText(' plain')] : [fixedText('plain '), colored, ...sources.slice(n % 2)];
    editor.run(setTranslatedRuns({ id: element.id, content: 0 }, runs, n % 5 === 0 ? 'pt-BR' : 'zh'));
  },
  (editor, n) => {
    const [id] = editor.state().selection;
    if (id !== undefined) editor.run(setRunStyle({ id, content: 0 }, n % 2, { color: COLORS[n % COLORS.length] }));
  },
  (editor, n) => editor.run(setProperties('text', { color: COLORS[n % 3] ?? '#000000' })),
  (editor, n) => editor.run(replaceTexts({ text: 'own', matchCase: true, wholeWords: true }, `found ${n % 4}`)),
  (editor, n) => editor.run(setRowPictures(n % 3 === 0 ? { emptyAllowed: n % 2 === 0 } : { on: n % 3 === 1 })),
];
