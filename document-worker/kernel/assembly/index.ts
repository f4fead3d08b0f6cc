export { colorRow, enlargeAcross, enlargeBoth, grayRow, rgbaRow } from './colors';
export { makeTable, placeOf, startScan, tableBytes } from './huffman';
export { decodeRow, startRows } from './scan-rows';
export { addRow, resampleAcross, resampleGroups, takeSums } from './resample';

/** The first address that the kernel's own data do not use. */
export function firstFree(): usize {
  return __heap_base;
}
