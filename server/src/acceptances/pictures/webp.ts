// WebP: a RIFF file of chunks. The picture is a VP8 or VP8L chunk, alone or, with transparency, behind a VP8X header. EXIF, XMP and
// the colour profile are left out, and the header says so. Animations are refused.
import type { Picture } from './picture.ts'

const headerBytes = 12
const animation = 0x02
const transparency = 0x10

export function webpPicture(content: Buffer): Picture | null {
  if (content.length < headerBytes + 8) return null
  if (content.toString('latin1', 0, 4) !== 'RIFF' || content.toString('latin1', 8, 12) !== 'WEBP') return null
  const chunks = chunksOf(content)
  const pictures = chunks?.filter(({ type }) => type === 'VP8 ' || type === 'VP8L') ?? []
  const [picture] = pictures
  if (!chunks || !picture || pictures.length > 1) return null
  const extended = chunks.find(({ type }) => type === 'VP8X')
  if (extended && (extended.data.length !== 10 || ((extended.data[0] ?? 0) & animation) !== 0)) return null
  const size = picture.type === 'VP8 ' ? sizeOfLossy(picture.data) : sizeOfLossless(picture.data)
  if (!size || (extended && !sameSize(size, sizeOfCanvas(extended.data)))) return null
  const alpha = chunks.find(({ type }) => type === 'ALPH')
  const parts = extended
    ? [
        chunk('VP8X', cleanHeader(extended.data)),
        ...(alpha ? [chunk('ALPH', alpha.data)] : []),
        chunk(picture.type, picture.data),
      ]
    : [chunk(picture.type, picture.data)]
  return { type: 'image/webp', ...size, content: riff(parts) }
}

type Chunk = { type: string; data: Buffer }
type Size = { width: number; height: number }

function chunksOf(content: Buffer): Chunk[] | null {
  const end = content.readUInt32LE(4) + 8
  if (end > content.length) return null
  const chunks: Chunk[] = []
  for (let at = headerBytes; at + 8 <= end; ) {
    const length = content.readUInt32LE(at + 4)
    if (at + 8 + length > end) return null
    chunks.push({
      type: content.toString('latin1', at, at + 4),
      data: content.subarray(at + 8, at + 8 + length),
    })
    at += 8 + length + (length % 2)
  }
  return chunks
}

/** Only whether it is transparent stays of what it says of the other chunks. */
function cleanHeader(data: Buffer): Buffer {
  const clean = Buffer.from(data)
  clean[0] = (data[0] ?? 0) & transparency
  return clean
}

const sizeOfCanvas = (data: Buffer): Size => ({
  width: data.readUIntLE(4, 3) + 1,
  height: data.readUIntLE(7, 3) + 1,
})

function sizeOfLossy(data: Buffer): Size | null {
  if (data.length < 10 || data.readUIntBE(3, 3) !== 0x9d012a) return null
  const size = { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
  return size.width > 0 && size.height > 0 ? size : null
}

function sizeOfLossless(data: Buffer): Size | null {
  if (data.length < 5 || data[0] !== 0x2f) return null
  const bits = data.readUInt32LE(1)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

const sameSize = (one: Size, other: Size) => one.width === other.width && one.height === other.height

function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

function riff(parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP'), ...parts])
  const head = Buffer.alloc(8)
  head.write('RIFF')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}
