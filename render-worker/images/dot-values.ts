/** What a dot of an image is, one byte each. */
export const INK = 0;
export const PAPER = 255;
/** The image is transparent here: what lies below it shows. */
export const CLEAR = 1;
