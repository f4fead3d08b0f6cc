export { addToSum, averageLine, distinctSpans, finishSum, repeatBytes, spans, startSum } from './average';
export { clearOf, copyRows, packRow, transpose, unpackRow } from './bits';
export { deflateRows, endDeflate, mostOutput, startDeflate } from './deflate';
export { atkinson, floydSteinberg, mixRows } from './diffuse';
export { sha256Blocks } from './sha256';
export { crc32 } from '../../../src/model/kernel/assembly/crc32';
export { countInflated, startInflate } from './inflate';
export { channelOf, isOpaque, lumaOf, onWhite, rgbOf, unpremultiply } from './tones';

/** The first address that the kernel's own data do not use. */
export function firstFree(): usize {
  return __heap_base;
}
