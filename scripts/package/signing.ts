type Environment = Readonly<Record<string, string | undefined>>;

/** A release is signed, or there is none. Without this the package is for trying out, and says so. */
export function isRelease(environment: Environment): boolean {
  return environment['DESK_RELEASE'] === '1';
}

type Way = readonly string[];

/** Ways to sign and to notarise, as electron-builder reads them: one of each row, whole. Nothing of it is ever in a file of ours. */
const NEEDED: Readonly<Record<string, readonly (readonly Way[])[]>> = {
  win32: [
    // Not CSC_LINK, which electron-builder would take as well: it is Apple's certificate.
    [['WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD']],
  ],
  darwin: [
    [['CSC_LINK', 'CSC_KEY_PASSWORD'], ['CSC_NAME']],
    [
      ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
      ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
      ['APPLE_KEYCHAIN', 'APPLE_KEYCHAIN_PROFILE'],
    ],
  ],
};

/** What a release on this system still needs; electron-builder would leave notarising out without a word that stops anything. */
export function missingForRelease(platform: string, environment: Environment): readonly string[] {
  const isThere = (way: Way): boolean => way.every((name) => (environment[name] ?? '') !== '');
  return (NEEDED[platform] ?? [])
    .filter((ways) => !ways.some(isThere))
    .map((ways) => ways.map((way) => way.join(' + ')).join(', or '));
}
