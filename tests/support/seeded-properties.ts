import fc from 'fast-check';
import { SEED } from './seed.ts';

// Runs before each test file: properties without a seed of their own use the run's.
fc.configureGlobal({ seed: SEED });
