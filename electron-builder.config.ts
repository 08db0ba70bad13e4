import { builderConfig } from './scripts/package/config.ts';

/** What installers are made of is in scripts/package/config.ts; `npm run package:check` holds it. */
export default builderConfig(process.env);
