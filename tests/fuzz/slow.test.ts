import { fuzzSuite } from './fuzz-suite.ts';
import { SLOW_SYMBOLOGIES } from './slow-symbologies.ts';

fuzzSuite(SLOW_SYMBOLOGIES);
