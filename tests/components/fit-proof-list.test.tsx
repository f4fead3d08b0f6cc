import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { FitProof } from '#model/page/fit-proof.ts';
import type { ElementId } from '#model/kernel/ids.ts';
import { FitProofList } from '#app/editor/side/FitProofList.tsx';
import { mountInEditor } from '#tests/support/mounted-editor.tsx';

const SUBJECT = { elementName: 'Product', alphabet: 'digits', characters: '0123456789', isExceeded: false } as const;

test('the proofs of texts say what fits, what does not, and that rows exceed what is chosen', async () => {
  const proofs: readonly FitProof[] = [
    { ...SUBJECT, elementId: 'a' as ElementId, outcome: 'proven', fitsUpTo: 14 },
    {
      ...SUBJECT,
      elementId: 'b' as ElementId,
      alphabet: 'ascii',
      outcome: 'fails',
      fitsUpTo: 3,
      value: '@@@@',
      isShortest: true,
    },
    { ...SUBJECT, elementId: 'c' as ElementId, isExceeded: true, outcome: 'proven', fitsUpTo: 14 },
    { ...SUBJECT, elementId: 'd' as ElementId, alphabet: 'observed', outcome: 'unknown', doubt: 'values' },
  ];
  await mountInEditor(<FitProofList proofs={proofs} />, []);
  await expect.element(page.getByTestId('fit-proofs')).toBeVisible();
  const texts = page.getByRole('listitem').elements();
  expect(texts.map(({ textContent }) => textContent)).toEqual([
    'Product: fits every value of up to 14 characters (digits).',
    "Product: every value of up to 3 characters fits (letters, digits and signs); the shortest text that doesn't fit: @@@@",
    'Product: fits every value of up to 14 characters (digits). The rows have longer values or other characters than chosen for the text.',
    'Product: nothing is proven for other values. The rows have no values, and no characters are chosen for them.',
  ]);
});
