import { createHash } from 'node:crypto';
import type { KeptPairing, AllowedSite } from '../pairing/access-list.ts';
import type { ShownCode } from '../pairing/codes.ts';
import type { Question } from '../pairing/questions.ts';
import type { PrinterInfo } from '#protocol/assistant.ts';
import { COMMAND_LINE_ORIGIN, LOCAL_PROGRAM_ORIGIN } from '#protocol/assistant-pairing.ts';
import type { ServerIdentity } from '../certificate-files.ts';
import type { BoundServer } from '../server-connection/server-connection.ts';
import type { FolderView } from '../watching/watched-folders.ts';
import { certificatePart } from './certificate-part.ts';
import { button, type Wording } from './controls.ts';
import type { Draft } from './drafts.ts';
import { addFolderForm, foldersPart } from './folders-part.ts';
import { html, NOTHING, type Html } from './html.ts';
import type { RecentJob } from './recent-jobs.ts';
import { bindForm, serverPart } from './server-part.ts';
import { PAGE_LANGUAGES, type PageLanguage, type PageTextKey, type PageTexts } from './texts.ts';

/** A message shown once after a button was pressed. */
export interface Said {
  readonly key: Extract<PageTextKey, `said.${string}`>;
  readonly params: Readonly<Record<string, string>>;
}

/** All that the page shows. */
export interface StatusView {
  readonly said: Said | null;
  readonly codes: readonly ShownCode[];
  /** Pending requests to print without pairing. */
  readonly questions: readonly Question[];
  readonly sites: readonly AllowedSite[];
  readonly pairings: readonly KeptPairing[];
  readonly printers: readonly PrinterInfo[];
  /** Null without the command line. */
  readonly folders: readonly FolderView[] | null;
  /** Null where the assistant is bound to none. */
  readonly server: BoundServer | null;
  readonly jobs: readonly RecentJob[];
  readonly log: readonly string[];
  /** Null where connections are in plain text. */
  readonly identity: ServerIdentity | null;
}

const FAILURES = new Set(['said.notOrigin', 'said.noCode', 'said.testFailed']);

/** A value that changes with the content of a part. */
export function versionOf({ html: text }: Html): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** The parts that change while the page is open, by their ids. */
export function statusParts(view: StatusView, wording: Wording): Readonly<Record<string, Html>> {
  const { t } = wording;
  return {
    said: saidPart(view.said, t),
    pairing: pairingPart(view, wording),
    sites: sitesPart(view, wording),
    printers: printersPart(view.printers, wording),
    folders: foldersPart(view.folders, wording),
    jobs: jobsPart(view.jobs, wording),
    server: serverPart(view.server, wording),
    ...(view.identity === null ? {} : { certificate: certificatePart(view.identity, wording) }),
    log: html`<pre tabindex="0">${view.log.join('\n')}</pre>`,
  };
}

export function statusPage(view: StatusView, draft: Draft | null, wording: Wording): Html {
  const { t, language } = wording;
  const parts = statusParts(view, wording);
  const part = (id: string): Html => {
    const content = parts[id] ?? NOTHING;
    return html`<div id="${id}" data-version="${versionOf(content)}">${content}</div>`;
  };
  const section = (title: PageTextKey, id: string, more: Html = NOTHING): Html =>
    html`<section aria-labelledby="${id}-title">
      <h2 id="${id}-title">${t(title)}</h2>
      ${part(id)}${more}
    </section>`;
  const body = html`<div role="status" id="said">${saidPart(view.said, t)}</div>
    ${section('pairing.title', 'pairing')} ${section('sites.title', 'sites', addSiteForm(wording))}
    ${section('printers.title', 'printers')}
    ${section('folders.title', 'folders', view.folders === null ? NOTHING : addFolderForm(view.printers, draft, wording))}
    ${section('jobs.title', 'jobs')} ${section('server.title', 'server', bindForm(draft, wording))}
    ${view.identity === null ? NOTHING : section('certificate.title', 'certificate')} ${section('log.title', 'log')}`;
  return frame(body, t, language, html`<script type="module" src="/page.js"></script>`);
}

/** The page for visitors without the page's secret address. */
export function closedPage(wording: Wording, command: string, identity: ServerIdentity | null): Html {
  const { t, language } = wording;
  const certificate =
    identity === null
      ? NOTHING
      : html`<section>
          <h2>${t('certificate.title')}</h2>
          ${certificatePart(identity, wording)}
        </section>`;
  const body = html`<section>
      <h2>${t('closed.title')}</h2>
      <p>${t('closed.text')}</p>
      <pre>${command}</pre>
    </section>
    ${certificate}`;
  return frame(body, t, language, NOTHING);
}

function frame(body: Html, t: PageTexts, language: PageLanguage, end: Html): Html {
  const links = Object.entries(PAGE_LANGUAGES).map(
    ([code, name]) =>
      html`<a href="?language=${code}" lang="${code}" ${code === language ? html`aria-current="true"` : NOTHING}
        >${name}</a
      >`,
  );
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${t('title')} · Labelwright</title>
        <link rel="stylesheet" href="/page.css" />
      </head>
      <body>
        <header>
          ${LOGO}
          <h1>${t('title')}</h1>
          <nav aria-label="${t('languages')}">${links}</nav>
        </header>
        <main>${body}</main>
        ${end}
      </body>
    </html>`;
}

const LOGO: Html = html`<svg viewBox="0 0 32 32" aria-hidden="true">
  <rect width="32" height="32" rx="8" fill="#0d7a6f" />
  <path
    d="M8 9h10.2a2 2 0 0 1 1.5.7l4.7 5.6a1.1 1.1 0 0 1 0 1.4l-4.7 5.6a2 2 0 0 1-1.5.7H8a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1Z"
    fill="#fff"
  />
  <path d="M10.5 13v6M13 13v6M16.5 13v6" stroke="#0d7a6f" stroke-width="1.6" stroke-linecap="round" />
</svg>`;

function saidPart(said: Said | null, t: PageTexts): Html {
  if (said === null) return NOTHING;
  const kind = FAILURES.has(said.key) ? 'failed' : 'done';
  const { origin } = said.params;
  const params = origin === undefined ? said.params : { ...said.params, origin: nameOf(origin, t) };
  return html`<p class="notice" data-kind="${kind}">${t(said.key, params)}</p>`;
}

function pairingPart({ codes, questions }: StatusView, wording: Wording): Html {
  const { t, language } = wording;
  if (codes.length === 0 && questions.length === 0) return html`<p>${t('pairing.none')}</p>`;
  const items = codes.map(({ origin, browser, code, expiresAt }) => {
    const site = nameOf(origin, t);
    return html`<li>
      <div class="grow">
        <p>${browser === '' ? t('pairing.shown', { origin: site }) : t('pairing.asked', { origin: site, browser })}</p>
        <p class="code">${code}</p>
        <p class="hint">${t('pairing.until', { time: clockTime(expiresAt, language) })}</p>
      </div>
    </li>`;
  });
  return html`<ul>
    ${questions.map((question) => questionItem(question, wording))}${items}
  </ul>`;
}

function questionItem({ origin, known }: Question, wording: Wording): Html {
  const { t } = wording;
  const name = nameOf(origin, t);
  const canPair = !known && origin !== LOCAL_PROGRAM_ORIGIN;
  return html`<li>
    <div class="grow">
      <p>${t('question.asked', { origin: name })}</p>
      <p class="hint">${t('question.hint')}</p>
    </div>
    ${canPair ? button('add-site', { origin }, t('question.pair'), wording, name) : NOTHING}
    ${button('add-site', { origin, open: 'yes' }, t('question.allow'), wording, name)}
    ${button('dismiss-question', { origin }, t('question.dismiss'), wording, name)}
  </li>`;
}

/** Name of a site: its address, which programs on this computer do not have. */
function nameOf(origin: string, t: PageTexts): string {
  if (origin === LOCAL_PROGRAM_ORIGIN) return t('sites.programs');
  return origin === COMMAND_LINE_ORIGIN ? t('sites.commandLine') : origin;
}

function sitesPart({ sites, pairings }: StatusView, wording: Wording): Html {
  const { t } = wording;
  const items = sites.map(({ origin, open, fixed, openedHere }) => {
    const notes = [open ? t('sites.open') : '', fixed && origin !== COMMAND_LINE_ORIGIN ? t('sites.fixed') : ''].filter(
      (note) => note !== '',
    );
    const own = pairings.filter((pairing) => pairing.origin === origin);
    return html`<li>
      <div class="grow"><strong>${nameOf(origin, t)}</strong><small>${notes.join(' · ')}</small></div>
      ${open ? NOTHING : button('show-code', { origin }, t('sites.showCode'), wording, nameOf(origin, t))}
      ${fixed && !openedHere ? NOTHING : button('remove-site', { origin }, t('sites.remove'), wording, nameOf(origin, t), 'danger')}
      ${own.length === 0 ? html`<small>${open ? '' : t('sites.noBrowser')}</small>` : browsers(own, wording)}
    </li>`;
  });
  return html`<p class="hint">${t('sites.text')}</p>
    <ul>
      ${items}
    </ul>`;
}

function browsers(pairings: readonly KeptPairing[], wording: Wording): Html {
  const { t, language } = wording;
  const day = (time: number): string => new Date(time).toLocaleDateString(language, { dateStyle: 'medium' });
  return html`<ul>
    ${pairings.map(
      ({ id, browser, pairedAt, usedAt }) =>
        html`<li>
          <div class="grow">
            ${browser}<small>${t('browser.times', { paired: day(pairedAt), used: day(usedAt) })}</small>
          </div>
          ${button('revoke', { id }, t('browser.revoke'), wording, browser, 'danger')}
        </li>`,
    )}
  </ul>`;
}

function addSiteForm({ t, language }: Wording): Html {
  return html`<form class="wide" method="post" action="add-site?language=${language}">
      <input
        type="text"
        name="origin"
        required
        aria-label="${t('sites.address')}"
        placeholder="https://labels.example.com"
      />
      <label><input type="checkbox" name="open" value="yes" /> ${t('sites.openChoice')}</label>
      <button class="main">${t('sites.allow')}</button>
    </form>
    <p class="hint">${t('sites.openHint')}</p>`;
}

function printersPart(printers: readonly PrinterInfo[], wording: Wording): Html {
  const { t } = wording;
  return html`<ul>
    ${printers.map(
      ({ name, state }) =>
        html`<li>
          <div class="grow">
            <span class="dot" data-state="${state}"></span>${name}<small>${t(`printer.${state}`)}</small>
          </div>
          ${button('test-label', { printer: name }, t('printers.test'), wording, name)}
        </li>`,
    )}
  </ul>`;
}

function jobsPart(jobs: readonly RecentJob[], wording: Wording): Html {
  const { t, language } = wording;
  if (jobs.length === 0) return html`<p>${t('jobs.none')}</p>`;
  const items = jobs.map(({ header, state, ...counts }) => {
    const opened = new Date(header.openedAt).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' });
    return html`<li>
      <div class="grow">
        <strong>${header.jobName}</strong> · ${header.printer} · ${t(`job.${state}`)}
        <small>${opened} · ${t('jobs.pages', counts)}</small>
      </div>
      ${state === 'open' ? button('cancel-job', { job: header.jobId }, t('jobs.cancel'), wording, header.jobName, 'danger') : NOTHING}
    </li>`;
  });
  return html`<ul>
    ${items}
  </ul>`;
}

function clockTime(time: number, language: PageLanguage): string {
  return new Date(time).toLocaleTimeString(language, { timeStyle: 'short' });
}
