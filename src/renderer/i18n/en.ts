import { failures } from './en/failures.ts';
import { health } from './en/health.ts';
import { log } from './en/log.ts';
import { request } from './en/request.ts';
import { resolve } from './en/resolve.ts';
import { result } from './en/result.ts';
import { secrets } from './en/secrets.ts';
import { setUp } from './en/setUp.ts';
import { settings } from './en/settings.ts';
import { shell } from './en/shell.ts';

export const en = {
  ...shell,
  ...request,
  ...result,
  ...failures,
  ...log,
  ...settings,
  ...setUp,
  ...secrets,
  ...resolve,
  ...health,
} as const;
