import { enableCompileCache } from 'node:module';

// As in `main.ts`.
enableCompileCache();
const { serveDocuments } = await import('./serve-documents.ts');
serveDocuments();
