import { LINEAR_SYMBOLOGIES } from '#model/symbology/types.ts';
import { fuzzSuite } from './fuzz-suite.ts';

fuzzSuite(LINEAR_SYMBOLOGIES);
