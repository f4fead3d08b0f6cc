/** Where a symbol's content stands in plain text (`BarcodeNumPosition` of the file). */
export const NUMBER_POSITIONS = ['none', 'below', 'above'] as const;
export type NumberPosition = (typeof NUMBER_POSITIONS)[number];

export const NUMBER_POSITION_CODES = { '0': 'none', '1': 'below', '2': 'above' } as const;

/** Of the text, in quarters of a millimetre of em height. */
export const DEFAULT_NUMBER_FONT_SIZE = 12;
