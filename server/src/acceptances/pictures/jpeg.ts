// JPEG: segments of a marker and a length, with the compressed data behind each start of scan. The segments of programs (APP1 has
// EXIF and XMP) and comments are left out, except the two that the colours depend on: JFIF (APP0) and Adobe's (APP14). The
// orientation, which EXIF has, goes with it: the page sends photos that are turned already.
import type { Picture } from './picture.ts'

const startOfImage = 0xd8
const endOfImage = 0xd9
const startOfScan = 0xda
const comment = 0xfe
const adobe = 0xee
const jfif = 0xe0

/** Start of frame: baseline, extended and progressive. Other kinds are not shown by browsers. */
const isFrame = (marker: number) => marker === 0xc0 || marker === 0xc1 || marker === 0xc2
const isUnsupportedFrame = (marker: number) =>
  marker >= 0xc3 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const isOfProgram = (marker: number) => marker >= 0xe0 && marker <= 0xef
const standsAlone = (marker: number) => (marker >= 0xd0 && marker <= 0xd7) || marker === 0x01

export function jpegPicture(content: Buffer): Picture | null {
  if (content[0] !== 0xff || content[1] !== startOfImage) return null
  const parts: Buffer[] = [content.subarray(0, 2)]
  let size: { width: number; height: number } | null = null
  let hasScan = false
  for (let at = 2; ; ) {
    const marker = markerAt(content, at)
    if (marker === null) return null
    if (marker === endOfImage) {
      parts.push(content.subarray(at, at + 2))
      if (!size || !hasScan) return null
      return { type: 'image/jpeg', ...size, content: Buffer.concat(parts) }
    }
    if (isUnsupportedFrame(marker) || marker === startOfImage) return null
    const end = standsAlone(marker) ? at + 2 : segmentEnd(content, at)
    if (end === null) return null
    if (isFrame(marker)) {
      if (size || end - at < 10) return null
      size = { height: content.readUInt16BE(at + 5), width: content.readUInt16BE(at + 7) }
      if (size.width === 0 || size.height === 0) return null
    }
    const scanEnd = marker === startOfScan ? endOfScan(content, end) : end
    if (marker === startOfScan) hasScan = true
    if (keeps(marker, content.subarray(at, end))) parts.push(content.subarray(at, scanEnd))
    at = scanEnd
  }
}

function markerAt(content: Buffer, at: number): number | null {
  const marker = content[at + 1]
  return content[at] === 0xff && marker !== undefined && marker !== 0x00 && marker !== 0xff ? marker : null
}

function segmentEnd(content: Buffer, at: number): number | null {
  if (at + 4 > content.length) return null
  const length = content.readUInt16BE(at + 2)
  const end = at + 2 + length
  return length >= 2 && end <= content.length ? end : null
}

/** JFIF may carry a thumbnail behind its fourteen bytes, which would be another picture. */
function keeps(marker: number, segment: Buffer): boolean {
  if (marker === comment) return false
  if (!isOfProgram(marker)) return true
  if (marker === jfif) return segment.length === 18 && segment.toString('latin1', 4, 8) === 'JFIF'
  return marker === adobe && segment.length === 16 && segment.toString('latin1', 4, 9) === 'Adobe'
}

/** Behind the data of a scan: the next marker that is not part of the data. */
function endOfScan(content: Buffer, from: number): number {
  for (let at = content.indexOf(0xff, from); at !== -1; at = content.indexOf(0xff, at + 1)) {
    const next = content[at + 1]
    if (next === undefined) break
    const isData = next === 0x00 || next === 0xff || (next >= 0xd0 && next <= 0xd7)
    if (!isData) return at
  }
  return content.length
}
