// Pictures on a printed page. The PDF library embeds JPEG, and PNG without transparency, as they are. It would decode any other
// PNG without a limit to what that inflates to, in callbacks whose errors end the thread. So a PNG with transparency, which a
// signature is, is decoded here, and drawn on white.
import { crc32, deflateSync, inflateSync } from 'node:zlib'

/** As `doc.image` takes it. null: it cannot be printed. */
export function printablePicture(content: Uint8Array): Buffer | null {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  if (bytes.subarray(0, 2).equals(jpegStart)) return bytes
  return bytes.subarray(0, pngStart.length).equals(pngStart) ? printablePng(bytes) : null
}

const jpegStart = Buffer.from([0xff, 0xd8])
const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** A signature has fewer. Decoding takes some bytes for each. */
const maxDecodedPixels = 4_000_000

function printablePng(content: Buffer): Buffer | null {
  const chunks = chunksOf(content)
  const header = chunks.find(({ type }) => type === 'IHDR')?.data
  if (header?.length !== 13) return null
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const [depth, colours, , , interlacing] = header.subarray(8)
  if (interlacing !== 0 || chunks.some(({ type }) => type === 'tRNS')) return null
  const channels = colours === 4 ? 2 : colours === 6 ? 4 : null
  if (channels === null) return content
  if (depth !== 8 || width * height > maxDecodedPixels) return null
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  const pixels = decoded(packed, { rowBytes: width * channels, height, channels })
  return pixels && pngOnWhite(pixels, { width, height, channels })
}

function chunksOf(content: Buffer): { type: string; data: Buffer }[] {
  const chunks: { type: string; data: Buffer }[] = []
  for (let at = pngStart.length; at + 12 <= content.length; ) {
    const end = at + 8 + content.readUInt32BE(at)
    chunks.push({ type: content.toString('latin1', at + 4, at + 8), data: content.subarray(at + 8, end) })
    at = end + 4
  }
  return chunks
}

type Layout = { rowBytes: number; height: number; channels: number }

/** Each row begins with the filter that it was written with. null: it is not what its header says. */
function decoded(packed: Buffer, { rowBytes, height, channels }: Layout): Buffer | null {
  const size = (rowBytes + 1) * height
  let rows: Buffer
  try {
    rows = inflateSync(packed, { maxOutputLength: size })
  } catch {
    return null
  }
  if (rows.length !== size) return null
  const pixels = Buffer.alloc(rowBytes * height)
  for (let row = 0; row < height; row++) {
    const from = row * (rowBytes + 1)
    const filter = rows[from] ?? 0
    if (filter > 4) return null
    const to = row * rowBytes
    for (let index = 0; index < rowBytes; index++) {
      const left = index < channels ? 0 : (pixels[to + index - channels] ?? 0)
      const above = row === 0 ? 0 : (pixels[to + index - rowBytes] ?? 0)
      const corner = row === 0 || index < channels ? 0 : (pixels[to + index - rowBytes - channels] ?? 0)
      pixels[to + index] = (rows[from + 1 + index] ?? 0) + predicted(filter, left, above, corner)
    }
  }
  return pixels
}

function predicted(filter: number, left: number, above: number, corner: number): number {
  if (filter === 0) return 0
  if (filter === 1) return left
  if (filter === 2) return above
  if (filter === 3) return (left + above) >> 1
  const estimate = left + above - corner
  const [byLeft, byAbove, byCorner] = [
    Math.abs(estimate - left),
    Math.abs(estimate - above),
    Math.abs(estimate - corner),
  ]
  if (byLeft <= byAbove && byLeft <= byCorner) return left
  return byAbove <= byCorner ? above : corner
}

type Size = { width: number; height: number; channels: number }

function pngOnWhite(pixels: Buffer, { width, height, channels }: Size): Buffer {
  const colours = channels - 1
  const rows = Buffer.alloc((width * colours + 1) * height)
  let to = 0
  for (let pixel = 0; pixel < width * height; pixel++) {
    // The filter of a row: none.
    if (pixel % width === 0) to++
    const from = pixel * channels
    const opacity = (pixels[from + colours] ?? 0) / 255
    for (let colour = 0; colour < colours; colour++)
      rows[to++] = Math.round(255 + ((pixels[from + colour] ?? 0) - 255) * opacity)
  }
  return encodePng(rows, { width, height, colours })
}

/** 1: greys, 3: RGB, of 8 bits each. Each row begins with its filter. */
export function encodePng(
  rows: Buffer,
  { width, height, colours }: { width: number; height: number; colours: number },
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, colours === 1 ? 0 : 2, 0, 0, 0], 8)
  return Buffer.concat([
    pngStart,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const checked = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(checked.length + 8)
  framed.writeUInt32BE(data.length, 0)
  checked.copy(framed, 4)
  framed.writeUInt32BE(crc32(checked), checked.length + 4)
  return framed
}
