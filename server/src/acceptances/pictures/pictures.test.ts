// What is kept of a picture: the picture. Files are made here by hand, with what phones and programs put into them.
import { describe, expect, test } from 'vitest'
import { aPng, pngChunk } from '../../../tests/harness/acceptances.ts'
import { readPicture } from './picture.ts'

const secret = Buffer.from('Exif\0\0 -32.8895 -68.8458 Marta')

describe('a PNG', () => {
  const plain = aPng(30, 20)

  test('is measured, and kept without text, time, EXIF and what follows its end', () => {
    const full = Buffer.concat([
      aPng(30, 20, [
        ['tEXt', secret],
        ['iTXt', secret],
        ['zTXt', secret],
        ['eXIf', secret],
        ['tIME', Buffer.alloc(7)],
        ['prVt', secret],
      ]),
      secret,
    ])
    expect(readPicture(full)).toEqual({ type: 'image/png', width: 30, height: 20, content: plain })
  })

  test.each([
    ['cut', plain.subarray(0, -1)],
    [
      'damaged',
      Buffer.concat([plain.subarray(0, 40), Buffer.from([plain[40] === 0 ? 1 : 0]), plain.subarray(41)]),
    ],
    ['without a picture', Buffer.concat([plain.subarray(0, 33), pngChunk('IEND', Buffer.alloc(0))])],
    ['of no width', aPng(0, 20)],
    ['with an unknown chunk that it needs', aPng(3, 2, [['ABCD', secret]])],
    ['that says it is longer', Buffer.concat([plain.subarray(0, 33), Buffer.from([0xff, 0xff, 0xff, 0xff])])],
  ])('%s is refused', (_, content) => {
    expect(readPicture(content)).toBeNull()
  })
})

const segment = (marker: number, data: Buffer) =>
  Buffer.concat([Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff]), data])
const jfif = segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1'))
const frame = segment(0xc0, Buffer.from([8, 0, 20, 0, 30, 1, 1, 0x11, 0]))
/** With a stuffed byte, a restart marker and a fill byte in the data. */
const scanOf = (data: number[]) =>
  Buffer.concat([segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])), Buffer.from(data)])
const scan = scanOf([1, 2, 0xff, 0x00, 3, 0xff, 0xd0, 4])
const start = Buffer.from([0xff, 0xd8])
const end = Buffer.from([0xff, 0xd9])

describe('a JPEG', () => {
  const plain = Buffer.concat([start, jfif, segment(0xdb, Buffer.alloc(65)), frame, scan, scan, end])

  test('is measured, and kept without EXIF, XMP, profiles, comments, thumbnails and what follows its end', () => {
    const full = Buffer.concat([
      start,
      segment(0xe1, secret),
      jfif,
      segment(0xe0, Buffer.concat([Buffer.from('JFXX\0'), secret])),
      segment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0'), secret])),
      segment(0xed, secret),
      segment(0xfe, secret),
      segment(0xdb, Buffer.alloc(65)),
      frame,
      scan,
      segment(0xe1, secret),
      scan,
      end,
      secret,
    ])
    expect(readPicture(full)).toEqual({ type: 'image/jpeg', width: 30, height: 20, content: plain })
  })

  test.each([
    ['cut', plain.subarray(0, -2)],
    ['without a scan', Buffer.concat([start, frame, end])],
    ['without a size', Buffer.concat([start, scan, end])],
    ['with two sizes', Buffer.concat([start, frame, frame, scan, end])],
    [
      'of a kind that browsers do not show',
      Buffer.concat([start, segment(0xc3, frame.subarray(4)), scan, end]),
    ],
    ['with a segment longer than the file', Buffer.concat([start, Buffer.from([0xff, 0xe1, 0xff, 0xff, 1])])],
    ['in the middle of another', Buffer.concat([start, start, frame, scan, end])],
  ])('%s is refused', (_, content) => {
    expect(readPicture(content)).toBeNull()
  })
})

const chunk = (type: string, data: Buffer) => {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}
const riff = (...chunks: Buffer[]) => chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]))
/** VP8: 30 × 20. */
const lossy = chunk('VP8 ', Buffer.from([0, 0, 0, 0x9d, 0x01, 0x2a, 30, 0, 20, 0, 1]))
/** VP8L: 30 × 20. */
const lossless = chunk('VP8L', Buffer.from([0x2f, 29, 0xc0, 0x04, 0, 7]))
const header = (flags: number) => chunk('VP8X', Buffer.from([flags, 0, 0, 0, 29, 0, 0, 19, 0, 0]))

describe('a WebP', () => {
  test('is measured, and kept without EXIF, XMP and profile, of which its header says nothing', () => {
    const full = riff(
      header(0x3c),
      chunk('ICCP', secret),
      chunk('ALPH', Buffer.from([1])),
      lossy,
      chunk('EXIF', secret),
      chunk('XMP ', secret),
    )
    const kept = riff(header(0x10), chunk('ALPH', Buffer.from([1])), lossy)
    expect(readPicture(full)).toEqual({ type: 'image/webp', width: 30, height: 20, content: kept })
    for (const one of [lossy, lossless]) {
      const plain = riff(one)
      const whole = Buffer.concat([plain, secret])
      expect(readPicture(whole)).toEqual({ type: 'image/webp', width: 30, height: 20, content: plain })
    }
  })

  test.each([
    ['cut', riff(lossy).subarray(0, -1)],
    ['an animation', riff(header(0x02), chunk('ANIM', Buffer.alloc(6)), lossy)],
    [
      'with a header that says another size',
      riff(chunk('VP8X', Buffer.from([0, 0, 0, 0, 9, 0, 0, 9, 0, 0])), lossy),
    ],
    ['without a picture', riff(header(0))],
    ['with two pictures', riff(lossy, lossless)],
  ])('%s is refused', (_, content) => {
    expect(readPicture(content)).toBeNull()
  })
})

test.each(['', 'GIF89a', '<svg xmlns="http://www.w3.org/2000/svg"/>', '%PDF-1.7', '\x89PNG', 'RIFF'])(
  '%j is no picture',
  (text) => {
    expect(readPicture(Buffer.from(text, 'latin1'))).toBeNull()
  },
)
