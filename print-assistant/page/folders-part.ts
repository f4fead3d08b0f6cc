import { DEFAULT_MIN_GRADE, GRADES } from '#model/symbology/read/grade.ts';
import type { PrinterInfo } from '#protocol/assistant.ts';
import { MAX_HEADING_ROWS } from '../watching/folder-registry.ts';
import type { EndedFile } from '../watching/ended-files.ts';
import type { FolderView } from '../watching/watched-folders.ts';
import { button, choiceField, textField, type Wording } from './controls.ts';
import { type Draft, fieldStates } from './drafts.ts';
import { html, NOTHING, type Html } from './html.ts';
import { problemText } from './texts.ts';

/** The watched folders with their status; null without the command line, which watches them. */
export function foldersPart(folders: readonly FolderView[] | null, wording: Wording): Html {
  const { t } = wording;
  if (folders === null) {
    return html`<p class="hint">${t('folders.text')}</p>
      <p class="notice" data-kind="failed">${t('folders.noCommandLine')}</p>`;
  }
  if (folders.length === 0)
    return html`<p class="hint">${t('folders.text')}</p>
      <p>${t('folders.none')}</p>`;
  return html`<p class="hint">${t('folders.text')}</p>
    <ul>
      ${folders.map((view) => folderItem(view, wording))}
    </ul>`;
}

function folderItem({ folder, state, ended }: FolderView, wording: Wording): Html {
  const { t } = wording;
  const { id, directory, template, printer, copies, minGrade, headingRows, copiesColumn } = folder;
  const how = [
    printer,
    t('folders.howMany', { copies }),
    t('folders.howGood', { grade: minGrade }),
    ...(headingRows === null ? [] : [t('folders.howHeadings', { rows: headingRows })]),
    ...(copiesColumn === '' ? [] : [t('folders.howColumn', { column: copiesColumn })]),
  ];
  const isPaused = state.type === 'paused';
  const turn = isPaused
    ? button('go-on-folder', { id }, t('folders.goOn'), wording, directory)
    : button('pause-folder', { id }, t('folders.pause'), wording, directory);
  return html`<li>
    <div class="grow">
      <strong>${directory}</strong><small>${template}</small><small>${how.join(' · ')}</small>
      <p class="state"><span class="dot" data-state="${dotOf(state)}"></span>${stateText(state, wording)}</p>
    </div>
    ${turn} ${button('remove-folder', { id }, t('folders.remove'), wording, directory, 'danger')}
    ${
      ended.length === 0
        ? NOTHING
        : html`<ul>
            ${ended.map((file) => endedItem(id, file, wording))}
          </ul>`
    }
  </li>`;
}

function dotOf(state: FolderView['state']): string {
  if (state.type === 'cannot' || (state.type === 'watching' && state.trouble !== null)) return 'stopped';
  if (state.type === 'busy') return 'processing';
  return state.type === 'watching' ? 'idle' : 'off';
}

function stateText(state: FolderView['state'], { t, language }: Wording): string {
  switch (state.type) {
    case 'paused':
      return t('folders.paused');
    case 'starting':
      return t('folders.starting');
    case 'cannot':
      return t('folders.cannot', { reason: problemText(language, state.reason) });
    case 'busy':
      return state.reason === null
        ? t('folders.busy', { file: state.file })
        : t('folders.waits', { file: state.file, reason: problemText(language, state.reason) });
    case 'watching':
      if (state.trouble === null) return t('folders.watching');
      return t(state.trouble.code === 'watch.notPlain' ? 'folders.passedOver' : 'folders.cannot', {
        reason: problemText(language, state.trouble),
      });
  }
}

function endedItem(folder: string, { end, id, name, takenAt }: EndedFile, { t, language }: Wording): Html {
  const time = new Date(takenAt).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' });
  const query = new URLSearchParams({ folder, end, file: id }).toString();
  return html`<li>
    <div class="grow">
      <span class="dot" data-state="${end === 'done' ? 'idle' : 'stopped'}"></span>${name} ·
      ${t(`folders.${end}`)}<small>${time}</small>
    </div>
    <a href="report?${query}" aria-label="${t('folders.report')}: ${name}">${t('folders.report')}</a>
  </li>`;
}

/** Form for adding a folder. */
export function addFolderForm(printers: readonly PrinterInfo[], draft: Draft | null, wording: Wording): Html {
  const { t, language } = wording;
  const of = fieldStates('folder', draft, {
    directory: '',
    template: '',
    printer: printers[0]?.name ?? '',
    copies: '1',
    minGrade: DEFAULT_MIN_GRADE,
    headingRows: '',
    copiesColumn: '',
  });
  // An unavailable printer stays selected.
  const { value: chosen } = of('printer');
  const names = [...new Set([...printers.map(({ name }) => name), ...(chosen === '' ? [] : [chosen])])];
  const rows = Array.from({ length: MAX_HEADING_ROWS + 1 }, (_, i) => String(i));
  const headings = [['', t('folders.headingsAsSaid')] as const, ...rows.map((row) => [row, row] as const)];
  return html`<form class="fields" id="add-folder" method="post" action="add-folder?language=${language}">
    ${textField('directory', of('directory'), t('folders.directory'), wording, { placeholder: '/home/ada/labels' })}
    ${textField('template', of('template'), t('folders.template'), wording, { placeholder: '/home/ada/price tag.tprt' })}
    ${choiceField(
      'printer',
      of('printer'),
      t('folders.printer'),
      wording,
      names.map((name) => [name, name]),
    )}
    ${textField('copies', of('copies'), t('folders.copies'), wording)}
    ${choiceField(
      'minGrade',
      of('minGrade'),
      t('folders.minGrade'),
      wording,
      GRADES.map((grade) => [grade, grade === 'F' ? t('folders.anyGrade') : grade]),
    )}
    ${choiceField('headingRows', of('headingRows'), t('folders.headings'), wording, headings)}
    ${textField('copiesColumn', of('copiesColumn'), t('folders.copiesColumn'), wording, { required: false })}
    <button class="main">${t('folders.add')}</button>
  </form>`;
}
