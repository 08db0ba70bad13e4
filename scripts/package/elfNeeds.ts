/** One version of a library that a binary was linked against: `libc.so.6` at `GLIBC_2.34`. */
export type ElfNeed = { readonly library: string; readonly version: string };

const MAGIC = Buffer.from([0x7f, 0x45, 0x4c, 0x46]);
const CLASS_64 = 2;
const LITTLE_ENDIAN = 1;
/** Section type SHT_GNU_verneed. */
const VERSION_NEEDS = 0x6f_ff_ff_fe;

export function isElf(bytes: Buffer): boolean {
  return bytes.subarray(0, MAGIC.length).equals(MAGIC);
}

/** What `readelf -V` prints under "Version needs"; readelf is on no Windows or macOS machine, and not on every Linux one. */
export function elfNeeds(bytes: Buffer): readonly ElfNeed[] {
  if (!isElf(bytes)) throw new Error('Not an ELF file');
  if (bytes[4] !== CLASS_64 || bytes[5] !== LITTLE_ENDIAN) {
    throw new Error('Only ELF files of 64 bits, little endian, are read');
  }
  const sections = sectionsOf(bytes);
  if (sections.length === 0) throw new Error('The ELF file has no section headers');
  return sections
    .filter(({ type }) => type === VERSION_NEEDS)
    .flatMap((section) => {
      const names = sections[section.link];
      if (names === undefined) throw new Error('The version needs name no string table');
      return [...readNeeds(bytes, section, names.offset)];
    });
}

type Section = {
  readonly type: number;
  readonly offset: number;
  readonly link: number;
  /** Entries, for a section of version needs. */
  readonly info: number;
};

function sectionsOf(bytes: Buffer): readonly Section[] {
  const start = Number(bytes.readBigUInt64LE(0x28));
  const size = bytes.readUInt16LE(0x3a);
  const count = start === 0 ? 0 : bytes.readUInt16LE(0x3c);
  return Array.from({ length: count }, (_, index) => {
    const at = start + index * size;
    return {
      type: bytes.readUInt32LE(at + 4),
      offset: Number(bytes.readBigUInt64LE(at + 0x18)),
      link: bytes.readUInt32LE(at + 0x28),
      info: bytes.readUInt32LE(at + 0x2c),
    };
  });
}

/** A chain of libraries (Elf64_Verneed), each with a chain of versions (Elf64_Vernaux); offsets count from the entry they stand in. */
function* readNeeds(bytes: Buffer, section: Section, names: number): Generator<ElfNeed> {
  let at = section.offset;
  for (let entry = 0; entry < section.info; entry += 1) {
    const library = textAt(bytes, names + bytes.readUInt32LE(at + 4));
    let versionAt = at + bytes.readUInt32LE(at + 8);
    for (let left = bytes.readUInt16LE(at + 2); left > 0; left -= 1) {
      yield { library, version: textAt(bytes, names + bytes.readUInt32LE(versionAt + 8)) };
      versionAt += bytes.readUInt32LE(versionAt + 12);
    }
    at += bytes.readUInt32LE(at + 12);
  }
}

function textAt(bytes: Buffer, at: number): string {
  return bytes.toString('latin1', at, bytes.indexOf(0, at));
}
