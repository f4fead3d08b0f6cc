import { isExhausted, readFirst, readOthers, restart } from './huffman';
import { fillBlock, transformBlock } from './idct';

/**
 * A component of a picture, as 32-bit numbers: blocks across and down in a unit, its tables, the quantizer's steps, where
 * its samples go, bytes per row, and its last first coefficient. The samples of a row of units begin at `samples`.
 */
const ACROSS: usize = 0;
const DOWN: usize = 4;
const FIRST_TABLE: usize = 8;
const OTHER_TABLE: usize = 12;
const STEPS: usize = 16;
const SAMPLES: usize = 20;
const STRIDE: usize = 24;
const FIRST: usize = 28;
const COMPONENT_BYTES: usize = 32;

const BLOCK = memory.data(128, 16);

/** Units until the next restart marker. */
let untilRestart: i32 = 0;

export function startRows(restartInterval: i32): void {
  untilRestart = restartInterval;
  memory.fill(BLOCK, 0, 128);
}

/**
 * Decodes a row of `units` into the components' samples. Returns 2 if one of the components behind the first has a sample
 * other than 128, 1 if not, and 0 for wrong data.
 */
export function decodeRow(components: usize, count: i32, units: i32, restartInterval: i32): i32 {
  let colors: i32 = 0;
  for (let unit: i32 = 0; unit < units; unit++) {
    if (restartInterval > 0) {
      if (untilRestart === 0) {
        if (!restart()) return 0;
        untilRestart = restartInterval;
        for (let i: i32 = 0; i < count; i++) store<i32>(components + i * COMPONENT_BYTES, 0, FIRST);
      }
      untilRestart--;
    }
    for (let i: i32 = 0; i < count; i++) {
      const state = decodeUnit(components + i * COMPONENT_BYTES, unit);
      if (state < 0) return 0;
      if (i > 0) colors |= state;
    }
  }
  if (isExhausted()) return 0;
  return colors === 0 ? 1 : 2;
}

/** 0 if all samples are 128, -1 for wrong data. */
function decodeUnit(component: usize, unit: i32): i32 {
  const across = load<i32>(component, ACROSS);
  const down = load<i32>(component, DOWN);
  const firstTable = <usize>load<u32>(component, FIRST_TABLE);
  const otherTable = <usize>load<u32>(component, OTHER_TABLE);
  const steps = <usize>load<u32>(component, STEPS);
  const stride = <usize>load<u32>(component, STRIDE);
  let first = load<i32>(component, FIRST);
  let state: i32 = 0;
  for (let y: i32 = 0; y < down; y++) {
    let to = <usize>load<u32>(component, SAMPLES) + (<usize>y * stride + unit * across) * 8;
    for (let x: i32 = 0; x < across; x++) {
      const difference = readFirst(firstTable);
      if (difference === -0x8000) return -1;
      first += difference;
      const last = readOthers(otherTable, BLOCK);
      if (last < 0) return -1;
      state |= first | last;
      if (last === 0) fillBlock(first, load<u16>(steps), to, stride);
      else {
        store<i16>(BLOCK, <i16>first);
        transformBlock(BLOCK, steps, to, stride);
        memory.fill(BLOCK, 0, 128);
      }
      to += 8;
    }
  }
  store<i32>(component, first, FIRST);
  return state === 0 ? 0 : 1;
}
