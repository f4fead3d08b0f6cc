import type { JSX } from 'react';
import { useTranslation } from 'react-i18next';
import type { FitProof } from '#model/page/fit-proof.ts';

/** For each bound text, up to which length all values fit, or one that doesn't. */
export function FitProofList({ proofs }: { readonly proofs: readonly FitProof[] }): JSX.Element | null {
  const { t } = useTranslation('side');
  if (proofs.length === 0) return null;
  return (
    <section className="ed-preflight-fit" data-testid="fit-proofs" aria-label={t('preflight.fit')}>
      <h4>{t('preflight.fit')}</h4>
      <ul>
        {proofs.map((proof) => (
          <li key={proof.elementId} data-outcome={proof.outcome}>
            <ProofText proof={proof} />
            {proof.isExceeded ? ` ${t('preflight.fit.exceeded')}` : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function ProofText({ proof }: { readonly proof: FitProof }): JSX.Element {
  const { t } = useTranslation('side');
  const { outcome, elementName: name } = proof;
  const alphabet = t(`preflight.fit.alphabet.${proof.alphabet}`);
  if (outcome === 'unknown')
    return <>{t('preflight.fit.unknown', { name, reason: t(`preflight.fit.doubt.${proof.doubt}`) })}</>;
  const { fitsUpTo: length } = proof;
  if (outcome === 'proven') return <>{t('preflight.fit.proven', { name, length, alphabet })}</>;
  const key = proof.isShortest ? 'preflight.fit.shortest' : 'preflight.fit.fails';
  return <>{t(key, { name, value: proof.value, length, alphabet })}</>;
}
