// PNG: a signature, and chunks of length, type, data and CRC. Only the chunks that the picture consists of are kept.
import { crc32 } from 'node:zlib'
import type { Picture } from './picture.ts'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const kept = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT', 'bKGD', 'pHYs'])
const isCritical = (type: string) => /^[A-Z]/.test(type)
const overheadBytes = 12

export function pngPicture(content: Buffer): Picture | null {
  if (!content.subarray(0, signature.length).equals(signature)) return null
  const chunks = chunksOf(content)
  const [header] = chunks ?? []
  if (!chunks || !header || header.type !== 'IHDR' || header.data.length !== 13) return null
  // An unknown critical chunk would be needed to show it.
  if (chunks.some(({ type }) => isCritical(type) && !kept.has(type))) return null
  if (!chunks.some(({ type }) => type === 'IDAT')) return null
  const [width, height] = [header.data.readUInt32BE(0), header.data.readUInt32BE(4)]
  if (width === 0 || height === 0) return null
  const parts = chunks.filter(({ type }) => kept.has(type)).map(({ whole }) => whole)
  return { type: 'image/png', width, height, content: Buffer.concat([signature, ...parts]) }
}

type Chunk = { type: string; data: Buffer; whole: Buffer }

/** null: cut or damaged. What follows the end of the picture is left out. */
function chunksOf(content: Buffer): Chunk[] | null {
  const chunks: Chunk[] = []
  for (let at = signature.length; at + overheadBytes <= content.length; ) {
    const length = content.readUInt32BE(at)
    const end = at + overheadBytes + length
    if (end > content.length) return null
    const checked = content.subarray(at + 4, end - 4)
    if (crc32(checked) !== content.readUInt32BE(end - 4)) return null
    const type = checked.toString('latin1', 0, 4)
    chunks.push({ type, data: checked.subarray(4), whole: content.subarray(at, end) })
    if (type === 'IEND') return chunks
    at = end
  }
  return null
}
