import { failures } from './ru/failures.ts';
import { health } from './ru/health.ts';
import { log } from './ru/log.ts';
import { request } from './ru/request.ts';
import { resolve } from './ru/resolve.ts';
import { result } from './ru/result.ts';
import { secrets } from './ru/secrets.ts';
import { setUp } from './ru/setUp.ts';
import { settings } from './ru/settings.ts';
import { shell } from './ru/shell.ts';

export const ru = {
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
};
