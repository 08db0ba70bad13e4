import { callbacks } from './en/callbacks.ts';
import { check } from './en/check.ts';
import { detail } from './en/detail.ts';
import { exporting } from './en/export.ts';
import { failures } from './en/failures.ts';
import { format } from './en/format.ts';
import { handOver } from './en/handOver.ts';
import { health } from './en/health.ts';
import { lab } from './en/lab.ts';
import { limitsMap } from './en/limitsMap.ts';
import { log } from './en/log.ts';
import { messages } from './en/messages.ts';
import { outside } from './en/outside.ts';
import { overview } from './en/overview.ts';
import { notices } from './en/notices.ts';
import { parts } from './en/parts.ts';
import { callbackKnobs } from './en/callbackKnobs.ts';
import { presets } from './en/presets.ts';
import { request } from './en/request.ts';
import { resolve } from './en/resolve.ts';
import { result } from './en/result.ts';
import { secrets } from './en/secrets.ts';
import { settings } from './en/settings.ts';
import { setUp } from './en/setUp.ts';
import { shell } from './en/shell.ts';
import { teach } from './en/teach.ts';
import { tour } from './en/tour.ts';

export const en = {
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
} as const;
