// Names, SKUs and lot numbers are single-line texts with one normal form, so that texts that look the same are equal.
// Accents are composed (NFC). Every kind of space becomes an ordinary one, never two in a row nor at either end.
// Invisible characters (zero-width spaces, direction marks, soft hyphens, control characters) are removed.

/** Most texts are already in normal form, and are not touched. */
const unusual = /[^ -~]|^ | $| {2}/

const lineBreaks = /[\n\v\f\r\u0085\u2028\u2029]/g
const unseen = /[\p{Cf}\p{Cc}]/gu

/** A tab becomes a space. U+0000 stays, so that it is rejected as in any other text. */
const withoutUnseen = (text: string) =>
  text.replace(unseen, (character) => (character === '\t' || character === '\0' ? character : ''))

export const normalLine = (text: string): string =>
  unusual.test(text) ? normalSpaces(withoutUnseen(text.replace(lineBreaks, ' '))) : text

function normalSpaces(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Zs}\t]+/gu, ' ')
    .replace(/^ | $/g, '')
}

export const maxPersonNameLength = 80

/** Like a line, but line breaks and control characters stay, which makes the name invalid: see `isPersonName`. */
export const normalPersonName = (text: string): string => normalSpaces(text.replace(/\p{Cf}/gu, ''))

/**
 * A person's name appears in mails to others. So it is a single line, and contains nothing that a mail program could
 * turn into a link: no slash, colon or at sign, and no dot inside a word.
 */
export const isPersonName = (text: string) =>
  !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) && !/[/:@]|[.。．｡][\p{L}\p{N}_-]{2}/u.test(text)

/** Inserts a space after everything that could make the text an address. */
export const withoutAddresses = (text: string) =>
  text.replace(/[/:@](?=\S)|[.。．｡](?=[\p{L}\p{N}_-]{2})/gu, '$& ')

/** Normalises texts of these formats before they are checked, compared and stored. */
export const normalForms: Readonly<Record<string, (text: string) => string>> = {
  line: normalLine,
  'person-name': normalPersonName,
  'credit-note-number': (text) => text.normalize('NFC').replace(/ {2,}/g, ' '),
}

/** Lower case, as PostgreSQL and all responses write it. Not anchored: callers add `^` and `$`. */
export const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** Some character that is not white space. */
export const notBlank = '\\S'
