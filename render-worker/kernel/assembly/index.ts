export { addToSum, averageLine, distinctSpans, finishSum, repeatBytes, spans, startSum } from './average';
export { clearOf, copyRows, packRow, transpose, unpackRow } from './bits';
export { deflateRows, endDeflate, mostOutput, startDeflate } from './deflate';
export { atkinson, floydSteinberg, mixRows } from './diffuse';
export { crc32, sha256Blocks } from './hash';
export { countInflated, startInflate } from './inflate';
export { channelOf, isOpaque, lumaOf, onWhite, rgbOf, unpremultiply } from './tones';

/** The first address that the kernel's own data do not use. */
export function firstFree(): usize {
  return __heap_base;
}
