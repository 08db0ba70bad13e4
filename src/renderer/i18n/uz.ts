import type { en } from './en.ts';
import { callbacks } from './uz/callbacks.ts';
import { check } from './uz/check.ts';
import { detail } from './uz/detail.ts';
import { exporting } from './uz/export.ts';
import { failures } from './uz/failures.ts';
import { format } from './uz/format.ts';
import { handOver } from './uz/handOver.ts';
import { health } from './uz/health.ts';
import { lab } from './uz/lab.ts';
import { limitsMap } from './uz/limitsMap.ts';
import { log } from './uz/log.ts';
import { messages } from './uz/messages.ts';
import { notices } from './uz/notices.ts';
import { outside } from './uz/outside.ts';
import { overview } from './uz/overview.ts';
import { parts } from './uz/parts.ts';
import { callbackKnobs } from './uz/callbackKnobs.ts';
import { presets } from './uz/presets.ts';
import { request } from './uz/request.ts';
import { resolve } from './uz/resolve.ts';
import { result } from './uz/result.ts';
import { secrets } from './uz/secrets.ts';
import { settings } from './uz/settings.ts';
import { setUp } from './uz/setUp.ts';
import { shell } from './uz/shell.ts';
import { teach } from './uz/teach.ts';
import { tour } from './uz/tour.ts';
import type { UzbekWords } from './words.ts';

/** A draft: complete, but not reviewed by a native speaker. */
export const uz: UzbekWords<typeof en> = {
  ...shell,
  ...parts,
  ...tour,
  ...request,
  ...callbackKnobs,
  ...presets,
  ...result,
  ...messages,
  ...outside,
  ...failures,
  ...log,
  ...detail,
  ...exporting,
  ...settings,
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
  ...handOver,
};
