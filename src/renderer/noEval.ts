import { config } from 'zod/v4/core';

// zod probes for `eval` when a schema is built; the page's CSP forbids that. So this comes before any schema is loaded.
config({ jitless: true });
