// Pictures as they are kept: recognised by their content, measured from their headers without decoding them, and without anything
// that is not the picture. A phone writes into a photo where it was taken, when and by whom; other programs hide text in it.
import { jpegPicture } from './jpeg.ts'
import { pngPicture } from './png.ts'
import { webpPicture } from './webp.ts'

type PictureType = 'image/png' | 'image/jpeg' | 'image/webp'

export type Picture = { type: PictureType; width: number; height: number; content: Buffer }

/** null: it is none of these, or is damaged. */
export function readPicture(content: Buffer): Picture | null {
  for (const read of [pngPicture, jpegPicture, webpPicture]) {
    const picture = read(content)
    if (picture) return picture
  }
  return null
}
