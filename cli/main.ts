import { enableCompileCache } from 'node:module';

// What was compiled and stripped of types is kept from run to run, which saves half a start. It holds for what is imported
// after this.
enableCompileCache();
await import('./command.ts');
