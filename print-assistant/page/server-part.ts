import type { BoundServer } from '../server-connection/server-connection.ts';
import { button, textField, type Wording } from './controls.ts';
import { type Draft, fieldStates } from './drafts.ts';
import { html, NOTHING, type Html } from './html.ts';

/** The server that the assistant is bound to, and the state of the connection. */
export function serverPart(bound: BoundServer | null, wording: Wording): Html {
  const { t, language } = wording;
  const text = html`<p class="hint">${t('server.text')}</p>`;
  if (bound === null)
    return html`${text}
      <p>${t('server.none')}</p>`;
  const { server, account, state } = bound;
  const time = new Date(state.since).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' });
  const dot = { connected: 'idle', trying: 'processing', unknown: 'stopped' }[state.type];
  const reason = state.reason === '' ? '' : ` (${state.reason})`;
  return html`${text}
    <ul>
      <li>
        <div class="grow">
          <strong>${server}</strong
          >${account === '' ? NOTHING : html`<small>${t('server.account', { account })}</small>`}
          <p class="state">
            <span class="dot" data-state="${dot}"></span>${t(`server.${state.type}`, { time })}${reason}
          </p>
        </div>
        ${button('unbind', {}, t('server.unbind'), wording, server, 'danger')}
      </li>
    </ul>`;
}

/** Form for a server and its code. */
export function bindForm(draft: Draft | null, wording: Wording): Html {
  const { t, language } = wording;
  const of = fieldStates('server', draft, { server: '', code: '' });
  return html`<form class="fields" id="bind-server" method="post" action="bind?language=${language}">
    ${textField('server', of('server'), t('server.address'), wording, { placeholder: 'https://labels.example.com' })}
    ${textField('code', of('code'), t('server.code'), wording, { placeholder: 'abcd-efgh-jkmn' })}
    <button class="main">${t('server.bind')}</button>
  </form>`;
}
