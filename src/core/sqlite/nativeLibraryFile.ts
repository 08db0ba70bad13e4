type Machine = {
  /** Of better-sqlite3, wherever it is. */
  readonly packageDir: string;
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  readonly isMusl: boolean;
};

/** Where version 13 keeps its binaries. Those of a packed app lie beside the archive: the system loads none from inside one. */
export function nativeLibraryFile({ packageDir, platform, arch, isMusl }: Machine): string {
  const system = isMusl ? 'linuxmusl' : platform;
  const onDisk = packageDir.replace(/(?<=[\\/][^\\/]+\.asar)(?=[\\/])/u, '.unpacked');
  return `${onDisk}/prebuilds/${system}-${arch}.node`;
}
