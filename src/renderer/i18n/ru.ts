import { failures } from './ru/failures.ts';
import { log } from './ru/log.ts';
import { request } from './ru/request.ts';
import { result } from './ru/result.ts';
import { settings } from './ru/settings.ts';
import { shell } from './ru/shell.ts';

export const ru = { ...shell, ...request, ...result, ...failures, ...log, ...settings };
