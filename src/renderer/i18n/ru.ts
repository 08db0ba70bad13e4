import { callbacks } from './ru/callbacks.ts';
import { check } from './ru/check.ts';
import { detail } from './ru/detail.ts';
import { exporting } from './ru/export.ts';
import { failures } from './ru/failures.ts';
import { format } from './ru/format.ts';
import { handOver } from './ru/handOver.ts';
import { health } from './ru/health.ts';
import { lab } from './ru/lab.ts';
import { limitsMap } from './ru/limitsMap.ts';
import { log } from './ru/log.ts';
import { messages } from './ru/messages.ts';
import { outside } from './ru/outside.ts';
import { overview } from './ru/overview.ts';
import { notices } from './ru/notices.ts';
import { parts } from './ru/parts.ts';
import { callbackKnobs } from './ru/callbackKnobs.ts';
import { presets } from './ru/presets.ts';
import { request } from './ru/request.ts';
import { resolve } from './ru/resolve.ts';
import { result } from './ru/result.ts';
import { secrets } from './ru/secrets.ts';
import { settings } from './ru/settings.ts';
import { setUp } from './ru/setUp.ts';
import { shell } from './ru/shell.ts';
import { teach } from './ru/teach.ts';
import { tour } from './ru/tour.ts';

export const ru = {
  ...shell,
  ...tour,
  ...parts,
  ...request,
  ...callbackKnobs,
  ...presets,
  ...result,
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
  ...messages,
  ...outside,
};
