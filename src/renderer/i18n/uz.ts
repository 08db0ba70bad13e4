import type { en } from './en.ts';
import { callbacks } from './uz/callbacks.ts';
import { check } from './uz/check.ts';
import { detail } from './uz/detail.ts';
import { exporting } from './uz/export.ts';
import { failures } from './uz/failures.ts';
import { format } from './uz/format.ts';
import { health } from './uz/health.ts';
import { lab } from './uz/lab.ts';
import { limitsMap } from './uz/limitsMap.ts';
import { log } from './uz/log.ts';
import { notices } from './uz/notices.ts';
import { overview } from './uz/overview.ts';
import { resolve } from './uz/resolve.ts';
import { secrets } from './uz/secrets.ts';
import { setUp } from './uz/setUp.ts';
import { teach } from './uz/teach.ts';
import type { UzbekWords } from './words.ts';

/** A draft. What is missing here is said in English (`loadWords.ts`). */
export const uz: Partial<UzbekWords<typeof en>> = {
  ...failures,
  ...log,
  ...detail,
  ...exporting,
  ...setUp,
  ...secrets,
  ...resolve,
  ...health,
  ...teach,
  ...limitsMap,
  ...lab,
  ...format,
  ...check,
  ...callbacks,
  ...notices,
  ...overview,
};
