import fc from 'fast-check';
import { SEED } from './seed.ts';

// Runs before each test file: properties that name no seed of their own take the run's.
fc.configureGlobal({ seed: SEED });
