import { MATRIX_SYMBOLOGIES } from '#model/symbology/types.ts';
import { fuzzSuite } from './fuzz-suite.ts';

fuzzSuite(MATRIX_SYMBOLOGIES);
