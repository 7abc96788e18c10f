// How large the parts of a ZIP archive are once unpacked, by what its directory says: bounded before anything is unpacked. The
// library that unpacks refuses a part that is larger than it says.
import { fault } from '@anden/contract/values'
import { UnreadableSheet } from './file.ts'

const mebibyte = 1024 * 1024
/** Different texts and styles are in memory as a whole, at twenty times this size. */
export const maxOtherMebibytes = 16

export const notReadable = () => new UnreadableSheet(1, fault('not_a_spreadsheet'))
export const tooLarge = (max_mib: number) =>
  new UnreadableSheet(1, fault('spreadsheet_too_large', { max_mib }))

export const isArchive = (bytes: Buffer) => bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004'

// https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3.12 and 4.3.16.
const directoryEnd = Buffer.from('PK\u0005\u0006', 'latin1')
const directoryEntry = Buffer.from('PK\u0001\u0002', 'latin1')

export function checkSizes(archive: Buffer, maxSheetMebibytes: number): void {
  let others = 0
  for (const { path, unpacked, packed } of partsOf(archive)) {
    // A part without a size could be of any size.
    if (unpacked === 0 && packed > 0) throw notReadable()
    if (!path.startsWith('xl/worksheets/')) others += unpacked
    else if (unpacked > maxSheetMebibytes * mebibyte) throw tooLarge(maxSheetMebibytes)
  }
  if (others > maxOtherMebibytes * mebibyte) throw tooLarge(maxOtherMebibytes)
}

function* partsOf(archive: Buffer) {
  const end = archive.lastIndexOf(directoryEnd)
  if (!isArchive(archive) || end === -1 || end + 22 > archive.length) throw notReadable()
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    if (at + 46 > archive.length || !archive.subarray(at, at + 4).equals(directoryEntry)) throw notReadable()
    const nameLength = archive.readUInt16LE(at + 28)
    yield {
      path: archive.toString('utf8', at + 46, at + 46 + nameLength),
      packed: archive.readUInt32LE(at + 20),
      unpacked: archive.readUInt32LE(at + 24),
    }
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
  }
}
