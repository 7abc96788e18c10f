import { plain, withParams } from './entry.ts'

const typeNames: Record<string, string> = {
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  string: 'a string',
  array: 'an array',
  object: 'an object',
  null: 'null',
}

/** `closest`: the name that was probably meant; empty: none is similar. */
function unknownName(what: string, { known, closest }: { known: readonly string[]; closest: string }) {
  const meant = closest === '' ? '' : `: did you mean ${closest}?`
  const others = known.length > 0 ? `the known ones are ${known.join(', ')}` : 'there are none'
  return `is not a known ${what}${meant === '' ? `; ${others}` : `${meant} The known ones are ${known.join(', ')}`}`
}

/** Values that do not match the schema of their member, parameter or column. */
export const valueFaults = {
  required: plain('is required'),
  wrong_type: withParams(
    { expected: 'strings' },
    ({ expected }) => `must be ${expected.map((type) => typeNames[type] ?? type).join(' or ')}`,
  ),
  not_one_of: withParams({ allowed: 'strings' }, ({ allowed }) => `must be one of ${allowed.join(', ')}`),
  unknown_member: withParams({ known: 'strings', closest: 'string' }, (params) =>
    unknownName('member', params),
  ),
  unknown_parameter: withParams({ known: 'strings', closest: 'string' }, (params) =>
    unknownName('parameter', params),
  ),

  empty: plain('must not be empty'),
  blank: plain('must not be blank'),
  too_short: withParams({ min: 'number' }, ({ min }) => `must have at least ${min} characters`),
  too_long: withParams({ max: 'number' }, ({ max }) => `must have at most ${max} characters`),
  null_character: plain('must not contain the character U+0000'),
  malformed_unicode: plain('must be well-formed Unicode text'),
  wrong_form: plain('does not have the right form'),

  too_small: withParams({ min: 'number' }, ({ min }) => `must be at least ${min}`),
  too_large: withParams({ max: 'number' }, ({ max }) => `must be at most ${max}`),
  not_above: withParams({ limit: 'number' }, ({ limit }) => `must be greater than ${limit}`),
  too_many_decimals: withParams({ max: 'number' }, ({ max }) => `must have at most ${max} decimals`),
  excluded_value: withParams({ value: 'number' }, ({ value }) => `must not be ${value}`),

  too_few_items: withParams({ min: 'number' }, ({ min }) => `must have at least ${min}`),
  too_many_items: withParams({ max: 'number' }, ({ max }) => `must have at most ${max}`),
  repeated_item: plain('must not have the same item twice'),

  not_a_uuid: plain('must be a UUID'),
  number_for_id: withParams(
    { query: 'string' },
    ({ query }) => `must be the id, which is a UUID: to find it by its number, use ?${query}`,
  ),
  not_a_date: plain('must be a date, YYYY-MM-DD'),
  no_such_day: withParams({ day: 'string' }, ({ day }) => `is not a day: ${day} does not exist`),
  not_a_timestamp: plain(
    'must be an ISO 8601 timestamp with a time zone, such as 2026-11-01T00:00:00Z (write a "+" in a URL as %2B)',
  ),
  no_such_time: withParams({ time: 'string' }, ({ time }) => `is not a time: ${time} does not exist`),
  not_an_email: plain('must be an e-mail address'),
  not_a_sign_in_email: plain("must be an e-mail address of letters (a to z), digits and . _ ' + -"),
  not_a_cuit_or_dni: plain('must be a CUIT of 11 digits with a right check digit, or a DNI of 7 or 8 digits'),
  not_a_gtin: plain('must be a GTIN of 8, 12, 13 or 14 digits with a right check digit'),
  not_a_remito_number: plain(
    'must be a letter (R or X; R if left out), 4 or 5 digits of point of sale and 8 of number, such as R 0003-00001821',
  ),
  not_a_cai: plain('must be a CAI, which has 14 digits'),
  not_a_plate: plain('must be a plate of the form AAA999 or AA999AA, such as AB123CD'),
  not_a_credit_note_number: plain(
    'must be made of letters, digits, hyphens and spaces, without a space at either end, such as NC 0003-00000087',
  ),
  not_a_person_name: plain(
    'must be a name on one line, without an address: no "/", ":" or "@", and no dot inside a word',
  ),
}
