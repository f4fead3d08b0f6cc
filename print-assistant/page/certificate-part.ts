import type { ServerIdentity } from '../certificate-files.ts';
import { LOOPBACK_NAMES } from '../make-certificate.ts';
import { html, type Html } from './html.ts';
import type { PageLanguage, PageTexts } from './texts.ts';

/** Path of the authority's certificate on the assistant's port. It is no secret. */
export const CERTIFICATE_PATH = '/ca.crt';

/** The certificate that browsers must trust, and how to install it. */
export function certificatePart(
  { fingerprint, validTo, authorityValidTo }: ServerIdentity,
  { t, language }: { readonly t: PageTexts; readonly language: PageLanguage },
): Html {
  const day = (time: number): string => new Date(time).toLocaleDateString(language, { dateStyle: 'medium' });
  const dates = { authority: day(authorityValidTo), own: day(validTo) };
  return html`<p class="hint">${t('certificate.text', { names: LOOPBACK_NAMES.join(', ') })}</p>
    <ul>
      <li>
        <div class="grow">
          <a href="${CERTIFICATE_PATH}" download>${t('certificate.get')}</a>
          <small>SHA-256 ${fingerprint}</small><small>${t('certificate.until', dates)}</small>
        </div>
      </li>
    </ul>
    <p class="hint">${t('certificate.windows')}</p>
    <p class="hint">${t('certificate.linux')}</p>`;
}
