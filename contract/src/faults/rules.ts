import type { UnitType } from '../products.ts'
import { plain, withParams } from './entry.ts'

/** The Spanish word, as the warehouse says it. */
export const unitPlurals: Record<UnitType, string> = {
  unidad: 'unidades',
  caja: 'cajas',
  bulto: 'bultos',
  pallet: 'pallets',
  kg: 'kilos',
  litro: 'litros',
}

/** Whoever writes a receiver has it on the own machine first. */
const listenHint =
  'To try a receiver on your own machine, run anden-listen, which needs no endpoint: see the quick start at /docs.'

/** Requests that match the schemas, or have none, and break a rule: of the protocol, or of what they are about. */
export const ruleFaults = {
  // The request as a whole.
  body_required: plain('is missing'),
  body_not_allowed: plain('must be empty or {}: this request takes no body'),
  total_too_large: plain('would make a total exceed fifteen digits, the maximum'),
  bad_percent_encoding: plain('is not properly percent-encoded'),
  given_twice: plain('has several values, and takes one: send a request for each'),
  limit_with_csv: plain('does not apply to text/csv, which has all rows'),

  // Times.
  from_after_to: plain('must not be later than "to"'),
  until_before_since: plain('must not be earlier than "since"'),
  in_future: plain('must not be in the future; leave it out for the current stock'),
  not_in_future: withParams({ now: 'string' }, ({ now }) => `must be in the future: it is ${now} now`),
  date_out_of_range: withParams(
    { first: 'string', last: 'string' },
    ({ first, last }) => `must be from ${first} to tomorrow, ${last}`,
  ),
  day_out_of_range: withParams(
    { first: 'string', last: 'string' },
    ({ first, last }) => `must be from ${first} to today, ${last}`,
  ),

  // Uploaded files.
  file_required: plain('is required: send the PDF as a field of this name'),
  not_the_only_field: plain('must be the only field of the form'),
  not_the_only_file: plain('must be the only field of the form, with one file'),
  file_without_name: plain('must be a file with a name'),

  // Products, lots and quantities.
  unknown_product: plain('is not a known product'),
  not_your_product: plain('is not one of your products'),
  not_the_clients_product: plain('is not a product of this client'),
  archived: plain('is archived'),
  fraction_of_unit: withParams(
    { unit: 'unit', quantity: 'number' },
    ({ unit, quantity }) =>
      `must be a whole number: ${unitPlurals[unit] ?? unit} are counted whole, ${quantity} is not`,
  ),
  not_a_lot_of_product: plain('is not a lot of this product'),
  lot_on_hold: withParams({ reason: 'string' }, ({ reason }) => `is on hold: ${reason}`),
  lot_already_named: plain('names a lot already: leave out lot_number, expiry_date and vintage_year'),
  same_client: plain(
    'belongs to the same client as from_product_id: a transfer is between two clients. Within one, use adjustments',
  ),
  units_differ: withParams(
    { unit: 'unit', other_unit: 'unit' },
    ({ unit, other_unit }) => `is counted by ${unit}, the goods by ${other_unit}`,
  ),
  reason_required_for_hold: plain('is required to put a lot on hold'),
  reason_only_for_hold: plain('is only for a hold: leave it out to release the lot'),

  // Remitos.
  not_a_remito: withParams({ id: 'string' }, ({ id }) => `${id} is not a remito`),
  number_assigned: plain('is assigned by the service on an egreso'),
  repeated_number: withParams({ first: 'string' }, ({ first }) => `is the same number as ${first}`),
  not_for_ingreso: plain('is for an egreso: leave it out of an ingreso'),
  only_for_egreso: plain('is for an egreso; an ingreso names lot_number, expiry_date, vintage_year'),
  only_for_ingreso: plain('is for an ingreso; use lot_id'),
  determined_by_lot: plain('is determined by lot_id: leave it out'),

  below_first_number: withParams(
    { from: 'number' },
    ({ from }) => `must not be less than "from", which is ${from}`,
  ),
  day_is_past: withParams({ today: 'string' }, ({ today }) => `must not be before today, ${today}`),

  // Orders.
  name_product_once: plain('must have either product_id or sku'),
  unknown_destinatario: plain('is not one of your destinatarios'),
  reason_required: withParams({ action: 'string' }, ({ action }) => `is required to ${action} an order`),
  reason_required_to_override: plain('is required to override a hold'),
  only_for_dispatch: plain('is only for dispatch'),
  packages_required: plain('is required to pack an order'),
  only_for_pack: plain('is only for pack'),
  not_an_order: withParams({ id: 'string' }, ({ id }) => `${id} is not an order`),
  not_to_pick: withParams(
    { order_number: 'string', status: 'string' },
    ({ order_number, status }) => `${order_number} is ${status}, and has no goods to pick`,
  ),

  // Acceptances of remitos.
  not_a_line_of_remito: plain('is not a line of this remito'),
  line_left_out: withParams({ item_id: 'string' }, ({ item_id }) => `must have the line ${item_id} as well`),
  not_what_was_shipped: withParams(
    { shipped: 'number', given: 'number' },
    ({ shipped, given }) =>
      `must add up to what was shipped: accepted, missing, damaged and refused are ${given} together, and ${shipped} was shipped`,
  ),
  nothing_accepted: plain(
    'must accept something: whoever refuses everything sends the goods back with the driver',
  ),
  signature_required: plain('is required: the recipient signs on the phone of the driver'),
  not_a_picture: plain('must be a picture that is complete: a PNG for a signature, or a JPEG, PNG or WebP'),
  picture_too_large: withParams(
    { max_bytes: 'number', max_pixels: 'number' },
    ({ max_bytes, max_pixels }) => `must have at most ${max_bytes} bytes and ${max_pixels} pixels`,
  ),
  scan_required: plain('is required: the signed remito, as a PDF or a picture'),

  // Inbound notices.
  expected_out_of_range: withParams(
    { first: 'string', last: 'string' },
    ({ first, last }) => `must be from ${first} to ${last}`,
  ),
  name_line_once: plain('must have either item_id or product_id'),
  not_a_line_of_notice: plain('is not a line of this notice'),
  difference_without_reason: withParams(
    { item_id: 'string', difference: 'number' },
    ({ item_id, difference }) =>
      `must give a reason for the line ${item_id}, whose difference is ${difference}`,
  ),
  no_difference: plain('is a line without a difference: leave it out'),
  reason_contradicts: withParams(
    { difference: 'number' },
    ({ difference }) => `does not explain a difference of ${difference}`,
  ),

  // Returns.
  not_a_line_of_egreso: plain('is not a line of the egreso of this order'),
  not_a_line_of_return: plain('is not a line of this return'),
  line_repeated: withParams({ first: 'string' }, ({ first }) => `repeats ${first}`),
  more_than_returnable: withParams(
    { returnable: 'number' },
    ({ returnable }) => `is more than can come back of this line, which is ${returnable}`,
  ),
  more_than_expected: withParams(
    { expected_quantity: 'number' },
    ({ expected_quantity }) => `makes more than is expected of this line, which is ${expected_quantity}`,
  ),

  // Trips.
  trip_date_out_of_range: withParams(
    { first: 'string', last: 'string' },
    ({ first, last }) => `must be from ${first}, a week ago, to ${last}, a year ahead`,
  ),
  unknown_order: plain('is not an order'),
  required_for_action: withParams(
    { action: 'string' },
    ({ action }) => `is required for the action ${action}`,
  ),
  not_for_action: withParams(
    { action: 'string' },
    ({ action }) => `does not go with the action ${action}: send it in a request of its own`,
  ),
  only_for_stops: plain('is only for the actions add, remove and move'),
  position_out_of_range: withParams({ max: 'number' }, ({ max }) => `must be from 1 to ${max} on this trip`),

  // Users.
  role_required: plain('is required for a user of a client'),
  scopes_required: plain('is required for a user of the staff'),
  role_only_for_clients: plain('is for users of a client; the staff have scopes'),
  scopes_only_for_staff: plain('is for the staff; users of a client have a role'),

  // Passwords.
  password_is_common: plain('is one of the most used passwords, which are guessed first: choose another one'),
  password_is_a_run: plain('is a run of neighbouring characters, such as 1234567890: choose another one'),
  password_repeats: plain('repeats the same few characters: choose another one'),

  // The URL of a webhook. These sentences are also the detail of the problem, so they are whole.
  not_a_url: plain('This is not a valid URL: give one such as https://erp.example.com/hooks.'),
  not_https: plain('The URL must start with https://.'),
  credentials_in_url: plain(
    'The URL must not contain a user or password: deliveries are authenticated by their signature.',
  ),
  invalid_host: plain('The host is not a valid name.'),
  private_address: withParams(
    { host: 'string' },
    ({ host }) => `The host is ${host}, which is not a public address. ${listenHint}`,
  ),
  local_host: withParams(
    { host: 'string' },
    ({ host }) =>
      `The host, ${host}, is a name of a local network: it must be reachable from the Internet. ${listenHint}`,
  ),
  incomplete_host: withParams(
    { host: 'string' },
    ({ host }) => `The host, ${host}, is not a full name such as erp.example.com.`,
  ),
  host_not_public: withParams(
    { host: 'string' },
    ({ host }) => `The host, ${host}, resolves to an address that is not public. ${listenHint}`,
  ),
  host_not_resolved: withParams(
    { host: 'string' },
    ({ host }) => `The host, ${host}, does not resolve: deliveries fail until it does. Check its spelling.`,
  ),
  url_too_long: withParams(
    { max: 'number' },
    ({ max }) => `The URL is longer than ${max} characters once its special characters are encoded.`,
  ),

  // The own headers of a webhook.
  reserved_header: withParams(
    { name: 'string' },
    ({ name }) => `${name} is set by the service or by HTTP itself`,
  ),
  repeated_header: withParams(
    { name: 'string' },
    ({ name }) => `${name} is there already; case makes no difference`,
  ),
}
