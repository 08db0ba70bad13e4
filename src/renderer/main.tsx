import { z } from 'zod';

// zod probes for `eval` when a schema is built; the page's CSP forbids that. So this comes before any schema is loaded.
z.config({ jitless: true });

const { start } = await import('./start.tsx');
await start();
