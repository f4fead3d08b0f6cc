export { cellsState, readCells } from './cells';
export { crc32 } from '../../../src/model/kernel/assembly/crc32';
export { foundRows, indexRows } from './csv';
export { findText } from './find';
export { foundTexts, readTexts } from './texts';
export { countUtf8, utf8Counts } from './utf8';

/** The first address that the kernel's own data do not use. */
export function firstFree(): usize {
  return __heap_base;
}
