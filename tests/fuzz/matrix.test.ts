import { MATRIX_SYMBOLOGIES } from '#model/symbology/types.ts';
import { fuzzSuite } from './fuzz-suite.ts';
import { SLOW_SYMBOLOGIES } from './slow-symbologies.ts';

fuzzSuite(MATRIX_SYMBOLOGIES.filter((symbology) => !SLOW_SYMBOLOGIES.includes(symbology)));
