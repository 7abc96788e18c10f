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

  // Orders.
  name_product_once: plain('must have either product_id or sku'),
  unknown_destinatario: plain('is not one of your destinatarios'),
  reason_required: withParams({ action: 'string' }, ({ action }) => `is required to ${action} an order`),
  reason_required_to_override: plain('is required to override a hold'),
  only_for_dispatch: plain('is only for dispatch'),

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
