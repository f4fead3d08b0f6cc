/** The characters of GS1 General Specifications, figure 7.11-1, in the order of their values. */
const CHARACTERS = '!"%&\'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
/** The weights from the right, one for each character of a model number. */
const WEIGHTS = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83];
const CHECK_CHARACTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/**
 * The check character pair of a Global Model Number (GS1 General Specifications, 7.9.5); empty when the model is too
 * long or has other characters.
 */
export function checkPair(model: string): string {
  if (model.length > WEIGHTS.length) return '';
  let sum = 0;
  for (let i = 0; i < model.length; i++) {
    const value = CHARACTERS.indexOf(model[model.length - 1 - i] ?? '');
    if (value < 0) return '';
    sum += value * (WEIGHTS[i] ?? 0);
  }
  sum %= 1021;
  return (CHECK_CHARACTERS[sum >> 5] ?? '') + (CHECK_CHARACTERS[sum & 31] ?? '');
}
