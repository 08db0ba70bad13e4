import { type Failure, failure } from '#shared/domain/failure.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import type { Picture } from '#shared/domain/picture.ts';
import type { DepositRequest, Operator } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import { readPictureFile, writePictureFile } from '../files/pictureFiles.ts';
import { checkPicture } from '../messages/bill/picture.ts';
import { logPathsOf } from './store/paths.ts';
import type { LogPort } from './openLog.ts';

export type PictureDeps = {
  readonly log: Pick<LogPort, 'find' | 'addPicture'>;
  readonly dataDir: string;
};

/** The file is on the disk before its event, so that no event names a picture that never was there. */
export async function keepPicture(
  intentId: IntentId,
  base64: string,
  operator: Operator,
  { log, dataDir }: PictureDeps,
): Promise<Result<DepositRequest, Failure>> {
  const bytes = Buffer.from(base64, 'base64');
  const checked = checkPicture(bytes);
  if (!checked.ok) {
    const { isTooLarge, detail } = checked.error;
    return err(failure(isTooLarge ? 'picture_too_large' : 'picture_not_usable', detail));
  }
  if ((await log.find(intentId)) === null) return err(failure('request_not_found'));
  let sha256: string;
  try {
    sha256 = writePictureFile(logPathsOf(dataDir).pictures, bytes);
  } catch (error) {
    return err(failure('not_recorded', String(error)));
  }
  const picture = { sha256, bytes: bytes.length, ...checked.value };
  return log.addPicture(intentId, operator, picture);
}

/** Checked against its hash each time it is shown. */
export function readKeptPicture(
  sha256: string,
  { dataDir }: Pick<PictureDeps, 'dataDir'>,
): Result<Picture, Failure> {
  const bytes = readPictureFile(logPathsOf(dataDir).pictures, sha256);
  const checked = bytes === null ? null : checkPicture(bytes);
  if (bytes === null || checked?.ok !== true) return err(failure('picture_lost', sha256));
  return ok({ ...checked.value, base64: bytes.toString('base64') });
}
