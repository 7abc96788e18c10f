const longest = 255
// Control characters, and those that turn the direction of the text round to hide an extension.
const unseen = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** What the client calls its file, without the path it had there, fit to be shown and stored. */
export function baseName(given: string): string {
  const name = (given.split(/[/\\]/).at(-1) ?? '').toWellFormed().replace(unseen, '').trim()
  const characters = [...name]
  if (characters.length <= longest) return name
  const extension = /\.[^.]{1,10}$/.exec(name)?.[0] ?? ''
  return characters.slice(0, longest - [...extension].length).join('') + extension
}

export const isPdfName = (name: string) => /\.pdf$/i.test(name)

/** RFC 6266: the name in ASCII for old readers, and in full for the others. */
export function asAttachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const full = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`
}
