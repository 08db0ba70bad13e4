import { host, sayNotLoaded } from './boot.ts';
import './noEval.ts';
import { start } from './start.tsx';

try {
  await start(host);
} catch (error) {
  sayNotLoaded();
  throw error;
}
