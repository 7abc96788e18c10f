// What to enter instead, for everything that can be wrong with a field. Most texts are short, because they stand below it.
import type { FieldFaultCode } from '@anden/sdk'
import { msg } from '@lingui/core/macro'
import type { FaultTexts } from '../fault-text.ts'

const fillIn = () => msg`Fill in this field`
const leaveEmpty = () => msg`Leave this field empty`
const notAccepted = () => msg`The service does not accept this field. Reload the page`
const wrongForm = () => msg`This does not have the right form`
const eachOnce = () => msg`Each one only once`
const unprintable = () => msg`Remove the characters that cannot be shown`
const tooLong = ({ max }: { max: number }) => msg`At most ${max} characters`
const wholeNumber = () => msg`Enter a whole number`
const noLongerThere = () => msg`This no longer exists. Choose another one`
const email = () => msg`Enter an e-mail address, such as ana@example.com`
const secureUrl = () => msg`Enter an address that begins with https://`
const publicUrl = () => msg`Enter an address that can be reached from the Internet`
const fullHost = () => msg`Enter the full name of the host, such as erp.example.com`
const oneFile = () => msg`Choose one file`

export const fieldFaultTexts: FaultTexts<FieldFaultCode> = {
  required: fillIn,
  empty: fillIn,
  blank: fillIn,
  wrong_type: ({ expected }) => {
    if (expected.includes('integer')) return wholeNumber()
    return expected.includes('number') ? msg`Enter a number` : wrongForm()
  },
  not_one_of: ({ allowed }) => {
    const values = allowed.join(', ')
    return msg`Choose one of these: ${values}`
  },
  unknown_member: notAccepted,
  unknown_parameter: notAccepted,
  too_short: ({ min }) => msg`At least ${min} characters`,
  too_long: tooLong,
  null_character: unprintable,
  malformed_unicode: unprintable,
  wrong_form: wrongForm,
  too_small: ({ min }) => msg`At least ${min}`,
  too_large: ({ max }) => msg`At most ${max}`,
  not_above: ({ limit }) => msg`Must be more than ${limit}`,
  too_many_decimals: ({ max }) => msg`At most ${max} decimals`,
  excluded_value: ({ value }) => msg`Must not be ${value}`,
  too_few_items: ({ min }) => msg`Add at least ${min}`,
  too_many_items: ({ max }) => msg`At most ${max}`,
  repeated_item: eachOnce,
  not_a_uuid: wrongForm,
  number_for_id: wrongForm,
  name_product_once: () => msg`Choose a product`,
  not_a_date: () => msg`Enter a date`,
  no_such_day: ({ day }) => msg`${day} does not exist: check the day`,
  not_a_timestamp: () => msg`Enter a date and a time`,
  no_such_time: ({ time }) => msg`${time} does not exist: check the time`,
  not_an_email: email,
  not_a_sign_in_email: email,
  not_a_cuit_or_dni: () => msg`Enter a CUIT of 11 digits or a DNI of 7 or 8; check the last digit`,
  not_a_gtin: () => msg`Enter a bar code of 8, 12, 13 or 14 digits; check the last one`,
  not_a_remito_number: () => msg`Enter a number such as R 0003-00001821`,
  not_a_cai: () => msg`A CAI has 14 digits`,
  not_a_plate: () => msg`Write a plate such as AB123CD or ABC123`,
  not_a_credit_note_number: () => msg`Only letters, digits, hyphens and spaces, such as NC 0003-00000087`,
  not_a_person_name: () =>
    msg`Write only the name: no addresses, no slashes, colons or at signs, and a space after a dot`,

  body_required: fillIn,
  body_not_allowed: notAccepted,
  total_too_large: () => msg`Enter less: a total would be more than can be recorded`,
  bad_percent_encoding: wrongForm,
  given_twice: eachOnce,
  limit_with_csv: notAccepted,

  from_after_to: () => msg`Must not be after the end`,
  until_before_since: () => msg`Must not be before the beginning`,
  in_future: () => msg`Choose a moment that is not in the future`,
  not_in_future: () => msg`Choose a moment in the future`,
  date_out_of_range: ({ first }) => {
    const year = first.slice(0, 4)
    return msg`Choose a day from ${year} to tomorrow`
  },
  day_out_of_range: ({ first }) => {
    const year = first.slice(0, 4)
    return msg`Choose a day from ${year} to today`
  },

  file_required: oneFile,
  not_the_only_field: oneFile,
  not_the_only_file: oneFile,
  file_without_name: () => msg`Choose a file that has a name`,

  unknown_product: noLongerThere,
  not_your_product: noLongerThere,
  not_the_clients_product: noLongerThere,
  archived: () => msg`This product is archived`,
  fraction_of_unit: wholeNumber,
  not_a_lot_of_product: noLongerThere,
  lot_on_hold: ({ reason }) => msg`The lot is on hold: ${reason}`,
  lot_already_named: leaveEmpty,
  same_client: () => msg`Choose a product of another client`,
  units_differ: ({ unit, other_unit }) => msg`This product is counted by ${unit}, the goods by ${other_unit}`,
  reason_required_for_hold: fillIn,
  reason_only_for_hold: leaveEmpty,

  not_a_remito: noLongerThere,
  number_assigned: leaveEmpty,
  repeated_number: eachOnce,
  not_for_ingreso: leaveEmpty,
  only_for_egreso: leaveEmpty,
  only_for_ingreso: leaveEmpty,
  determined_by_lot: leaveEmpty,

  below_first_number: () => msg`Must not be less than the first number`,
  day_is_past: () => msg`Choose a day that is not past`,

  unknown_destinatario: noLongerThere,
  reason_required: fillIn,
  reason_required_to_override: fillIn,
  only_for_dispatch: leaveEmpty,
  packages_required: fillIn,
  only_for_pack: leaveEmpty,
  not_an_order: noLongerThere,
  not_to_pick: ({ order_number }) => msg`${order_number} has no goods to pick any more`,

  expected_out_of_range: () => msg`Choose a day from a month ago to a year ahead`,
  name_line_once: () => msg`Choose a product`,
  not_a_line_of_notice: noLongerThere,
  difference_without_reason: () => msg`Say why each line differs`,
  no_difference: noLongerThere,
  reason_contradicts: () => msg`This reason does not go with the difference`,
  not_a_line_of_remito: noLongerThere,
  line_left_out: () => msg`Say what came of every line`,
  not_what_was_shipped: ({ shipped, given }) => msg`Must add up to ${shipped}; it is ${given} now`,
  nothing_accepted: () => msg`Send the goods back with the driver if everything is refused`,
  signature_required: () => msg`Sign here`,
  not_a_picture: () => msg`Choose a picture: JPEG, PNG or WebP`,
  picture_too_large: () => msg`The picture is too large`,
  scan_required: () => msg`Add the signed remito, as a PDF or a picture`,
  not_a_line_of_egreso: noLongerThere,
  not_a_line_of_return: noLongerThere,
  line_repeated: eachOnce,
  more_than_returnable: ({ returnable }) => msg`No more than ${returnable} can come back`,
  more_than_expected: ({ expected_quantity }) => msg`No more than ${expected_quantity} is expected`,
  trip_date_out_of_range: () => msg`Choose a day from a week ago to a year ahead`,
  unknown_order: noLongerThere,
  required_for_action: fillIn,
  not_for_action: leaveEmpty,
  only_for_stops: leaveEmpty,
  position_out_of_range: ({ max }) => msg`Choose a place from 1 to ${max}`,

  role_required: fillIn,
  scopes_required: fillIn,
  role_only_for_clients: leaveEmpty,
  scopes_only_for_staff: leaveEmpty,

  password_is_common: () => msg`Too many people use this one, so it is guessed first. Choose another one`,
  password_is_a_run: () => msg`Choose one that is not a run of neighbouring characters`,
  password_repeats: () => msg`Choose one that does not repeat the same few characters`,

  not_a_url: secureUrl,
  not_https: secureUrl,
  credentials_in_url: () => msg`Enter the address without a user or password`,
  invalid_host: fullHost,
  incomplete_host: fullHost,
  private_address: publicUrl,
  local_host: publicUrl,
  host_not_public: publicUrl,
  host_not_resolved: ({ host }) => msg`${host} does not resolve yet: check its spelling`,
  url_too_long: tooLong,
  reserved_header: ({ name }) => msg`${name} is set by the service: use another name`,
  repeated_header: eachOnce,
}
