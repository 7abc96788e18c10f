// Generated from the contract by npm run sdk:types. Do not edit.
import type { Open } from './schemas.ts'

/** Everything that can be wrong with a member, a parameter, a line of a file or a delivery: the params of each code. */
export interface FaultParams {
  /** is required */
  required: Record<string, never>
  /** must be {expected} */
  wrong_type: { expected: readonly string[] }
  /** must be one of {allowed} */
  not_one_of: { allowed: readonly string[] }
  /** is not a known member: did you mean {closest}? The known ones are {known} */
  unknown_member: { known: readonly string[]; closest: string }
  /** is not a known parameter: did you mean {closest}? The known ones are {known} */
  unknown_parameter: { known: readonly string[]; closest: string }
  /** must not be empty */
  empty: Record<string, never>
  /** must not be blank */
  blank: Record<string, never>
  /** must have at least {min} characters */
  too_short: { min: number }
  /** must have at most {max} characters */
  too_long: { max: number }
  /** must not contain the character U+0000 */
  null_character: Record<string, never>
  /** must be well-formed Unicode text */
  malformed_unicode: Record<string, never>
  /** does not have the right form */
  wrong_form: Record<string, never>
  /** must be at least {min} */
  too_small: { min: number }
  /** must be at most {max} */
  too_large: { max: number }
  /** must be greater than {limit} */
  not_above: { limit: number }
  /** must have at most {max} decimals */
  too_many_decimals: { max: number }
  /** must not be {value} */
  excluded_value: { value: number }
  /** must have at least {min} */
  too_few_items: { min: number }
  /** must have at most {max} */
  too_many_items: { max: number }
  /** must not have the same item twice */
  repeated_item: Record<string, never>
  /** must be a UUID */
  not_a_uuid: Record<string, never>
  /** must be the id, which is a UUID: to find it by its number, use ?{query} */
  number_for_id: { query: string }
  /** must be a date, YYYY-MM-DD */
  not_a_date: Record<string, never>
  /** is not a day: {day} does not exist */
  no_such_day: { day: string }
  /** must be an ISO 8601 timestamp with a time zone, such as 2026-11-01T00:00:00Z (write a "+" in a URL as %2B) */
  not_a_timestamp: Record<string, never>
  /** is not a time: {time} does not exist */
  no_such_time: { time: string }
  /** must be an e-mail address */
  not_an_email: Record<string, never>
  /** must be an e-mail address of letters (a to z), digits and . _ ' + - */
  not_a_sign_in_email: Record<string, never>
  /** must be a CUIT of 11 digits with a right check digit, or a DNI of 7 or 8 digits */
  not_a_cuit_or_dni: Record<string, never>
  /** must be a GTIN of 8, 12, 13 or 14 digits with a right check digit */
  not_a_gtin: Record<string, never>
  /** must be a letter (R or X; R if left out), 4 or 5 digits of point of sale and 8 of number, such as R 0003-00001821 */
  not_a_remito_number: Record<string, never>
  /** must be a CAI, which has 14 digits */
  not_a_cai: Record<string, never>
  /** must be a plate of the form AAA999 or AA999AA, such as AB123CD */
  not_a_plate: Record<string, never>
  /** must be made of letters, digits, hyphens and spaces, without a space at either end, such as NC 0003-00000087 */
  not_a_credit_note_number: Record<string, never>
  /** must be a name on one line, without an address: no "/", ":" or "@", and no dot inside a word */
  not_a_person_name: Record<string, never>
  /** is missing */
  body_required: Record<string, never>
  /** must be empty or {}: this request takes no body */
  body_not_allowed: Record<string, never>
  /** would make a total exceed fifteen digits, the maximum */
  total_too_large: Record<string, never>
  /** is not properly percent-encoded */
  bad_percent_encoding: Record<string, never>
  /** has several values, and takes one: send a request for each */
  given_twice: Record<string, never>
  /** does not apply to text/csv, which has all rows */
  limit_with_csv: Record<string, never>
  /** must not be later than "to" */
  from_after_to: Record<string, never>
  /** must not be earlier than "since" */
  until_before_since: Record<string, never>
  /** must not be in the future; leave it out for the current stock */
  in_future: Record<string, never>
  /** must be in the future: it is {now} now */
  not_in_future: { now: string }
  /** must be from {first} to tomorrow, {last} */
  date_out_of_range: { first: string; last: string }
  /** must be from {first} to today, {last} */
  day_out_of_range: { first: string; last: string }
  /** is required: send the PDF as a field of this name */
  file_required: Record<string, never>
  /** must be the only field of the form */
  not_the_only_field: Record<string, never>
  /** must be the only field of the form, with one file */
  not_the_only_file: Record<string, never>
  /** must be a file with a name */
  file_without_name: Record<string, never>
  /** is not a known product */
  unknown_product: Record<string, never>
  /** is not one of your products */
  not_your_product: Record<string, never>
  /** is not a product of this client */
  not_the_clients_product: Record<string, never>
  /** is archived */
  archived: Record<string, never>
  /** must be a whole number: {unit} are counted whole, {quantity} is not */
  fraction_of_unit: { unit: Open<'unidad' | 'caja' | 'bulto' | 'pallet' | 'kg' | 'litro'>; quantity: number }
  /** is not a lot of this product */
  not_a_lot_of_product: Record<string, never>
  /** is on hold: {reason} */
  lot_on_hold: { reason: string }
  /** names a lot already: leave out lot_number, expiry_date and vintage_year */
  lot_already_named: Record<string, never>
  /** belongs to the same client as from_product_id: a transfer is between two clients. Within one, use adjustments */
  same_client: Record<string, never>
  /** is counted by {unit}, the goods by {other_unit} */
  units_differ: { unit: Open<'unidad' | 'caja' | 'bulto' | 'pallet' | 'kg' | 'litro'>; other_unit: Open<'unidad' | 'caja' | 'bulto' | 'pallet' | 'kg' | 'litro'> }
  /** is required to put a lot on hold */
  reason_required_for_hold: Record<string, never>
  /** is only for a hold: leave it out to release the lot */
  reason_only_for_hold: Record<string, never>
  /** {id} is not a remito */
  not_a_remito: { id: string }
  /** is assigned by the service on an egreso */
  number_assigned: Record<string, never>
  /** is the same number as {first} */
  repeated_number: { first: string }
  /** is for an egreso: leave it out of an ingreso */
  not_for_ingreso: Record<string, never>
  /** is for an egreso; an ingreso names lot_number, expiry_date, vintage_year */
  only_for_egreso: Record<string, never>
  /** is for an ingreso; use lot_id */
  only_for_ingreso: Record<string, never>
  /** is determined by lot_id: leave it out */
  determined_by_lot: Record<string, never>
  /** must not be less than "from", which is {from} */
  below_first_number: { from: number }
  /** must not be before today, {today} */
  day_is_past: { today: string }
  /** must have either product_id or sku */
  name_product_once: Record<string, never>
  /** is not one of your destinatarios */
  unknown_destinatario: Record<string, never>
  /** is required to {action} an order */
  reason_required: { action: string }
  /** is required to override a hold */
  reason_required_to_override: Record<string, never>
  /** is only for dispatch */
  only_for_dispatch: Record<string, never>
  /** is required to pack an order */
  packages_required: Record<string, never>
  /** is only for pack */
  only_for_pack: Record<string, never>
  /** {id} is not an order */
  not_an_order: { id: string }
  /** {order_number} is {status}, and has no goods to pick */
  not_to_pick: { order_number: string; status: string }
  /** is not a line of this remito */
  not_a_line_of_remito: Record<string, never>
  /** must have the line {item_id} as well */
  line_left_out: { item_id: string }
  /** must add up to what was shipped: accepted, missing, damaged and refused are {given} together, and {shipped} was shipped */
  not_what_was_shipped: { shipped: number; given: number }
  /** must accept something: whoever refuses everything sends the goods back with the driver */
  nothing_accepted: Record<string, never>
  /** is required: the recipient signs on the phone of the driver */
  signature_required: Record<string, never>
  /** must be a picture that is complete: a PNG for a signature, or a JPEG, PNG or WebP */
  not_a_picture: Record<string, never>
  /** must have at most {max_bytes} bytes and {max_pixels} pixels */
  picture_too_large: { max_bytes: number; max_pixels: number }
  /** is required: the signed remito, as a PDF or a picture */
  scan_required: Record<string, never>
  /** must be from {first} to {last} */
  expected_out_of_range: { first: string; last: string }
  /** must have either item_id or product_id */
  name_line_once: Record<string, never>
  /** is not a line of this notice */
  not_a_line_of_notice: Record<string, never>
  /** must give a reason for the line {item_id}, whose difference is {difference} */
  difference_without_reason: { item_id: string; difference: number }
  /** is a line without a difference: leave it out */
  no_difference: Record<string, never>
  /** does not explain a difference of {difference} */
  reason_contradicts: { difference: number }
  /** is not a line of the egreso of this order */
  not_a_line_of_egreso: Record<string, never>
  /** is not a line of this return */
  not_a_line_of_return: Record<string, never>
  /** repeats {first} */
  line_repeated: { first: string }
  /** is more than can come back of this line, which is {returnable} */
  more_than_returnable: { returnable: number }
  /** makes more than is expected of this line, which is {expected_quantity} */
  more_than_expected: { expected_quantity: number }
  /** must be from {first}, a week ago, to {last}, a year ahead */
  trip_date_out_of_range: { first: string; last: string }
  /** is not an order */
  unknown_order: Record<string, never>
  /** is required for the action {action} */
  required_for_action: { action: string }
  /** does not go with the action {action}: send it in a request of its own */
  not_for_action: { action: string }
  /** is only for the actions add, remove and move */
  only_for_stops: Record<string, never>
  /** must be from 1 to {max} on this trip */
  position_out_of_range: { max: number }
  /** is required for a user of a client */
  role_required: Record<string, never>
  /** is required for a user of the staff */
  scopes_required: Record<string, never>
  /** is for users of a client; the staff have scopes */
  role_only_for_clients: Record<string, never>
  /** is for the staff; users of a client have a role */
  scopes_only_for_staff: Record<string, never>
  /** is one of the most used passwords, which are guessed first: choose another one */
  password_is_common: Record<string, never>
  /** is a run of neighbouring characters, such as 1234567890: choose another one */
  password_is_a_run: Record<string, never>
  /** repeats the same few characters: choose another one */
  password_repeats: Record<string, never>
  /** This is not a valid URL: give one such as https://erp.example.com/hooks. */
  not_a_url: Record<string, never>
  /** The URL must start with https://. */
  not_https: Record<string, never>
  /** The URL must not contain a user or password: deliveries are authenticated by their signature. */
  credentials_in_url: Record<string, never>
  /** The host is not a valid name. */
  invalid_host: Record<string, never>
  /** The host is {host}, which is not a public address. To try a receiver on your own machine, run anden-listen, which needs no endpoint: see the quick start at /docs. */
  private_address: { host: string }
  /** The host, {host}, is a name of a local network: it must be reachable from the Internet. To try a receiver on your own machine, run anden-listen, which needs no endpoint: see the quick start at /docs. */
  local_host: { host: string }
  /** The host, {host}, is not a full name such as erp.example.com. */
  incomplete_host: { host: string }
  /** The host, {host}, resolves to an address that is not public. To try a receiver on your own machine, run anden-listen, which needs no endpoint: see the quick start at /docs. */
  host_not_public: { host: string }
  /** The host, {host}, does not resolve: deliveries fail until it does. Check its spelling. */
  host_not_resolved: { host: string }
  /** The URL is longer than {max} characters once its special characters are encoded. */
  url_too_long: { max: number }
  /** {name} is set by the service or by HTTP itself */
  reserved_header: { name: string }
  /** {name} is there already; case makes no difference */
  repeated_header: { name: string }
  /** is not UTF-8: save the file as "CSV UTF-8" and send it again */
  not_utf8: Record<string, never>
  /** is longer than {max_kib} KiB */
  line_too_long: { max_kib: number }
  /** is one too many: a file may have {max} lines, so split it */
  too_many_lines: { max: number }
  /** cannot be read as an Excel file: save it as .xlsx without a password, or as "CSV UTF-8", and send it again */
  not_a_spreadsheet: Record<string, never>
  /** is larger than {max_mib} MiB when it is unpacked: save it as "CSV UTF-8", or split it */
  spreadsheet_too_large: { max_mib: number }
  /** opens a quote that is not closed */
  quote_not_closed: Record<string, never>
  /** has a quote in the wrong place: put the whole field in quotes, and write a quote within it twice */
  quote_misplaced: Record<string, never>
  /** is missing: a file starts with a header, such as sku,quantity */
  header_missing: Record<string, never>
  /** is a header, and no line follows it */
  no_lines: Record<string, never>
  /** is missing in the header */
  column_missing: Record<string, never>
  /** is there more than once */
  column_twice: Record<string, never>
  /** is not a known column: the columns are {known}, separated by commas or semicolons */
  unknown_column: { known: readonly string[] }
  /** column {column} has no name: the columns are {known}, separated by commas or semicolons */
  unnamed_column: { column: number; known: readonly string[] }
  /** has {count} fields where the header has {expected_count}: a field with a separator in it, such as a decimal comma, needs quotes */
  too_many_fields: { count: number; expected_count: number }
  /** has {count} fields where the header has {expected_count} */
  too_few_fields: { count: number; expected_count: number }
  /** has a value in {cell}, a column without a name: name it, or empty the cell */
  cell_outside_columns: { cell: string }
  /** shows the error {shown}: correct the formula, or write the value */
  cell_error: { shown: string }
  /** must not contain a line break */
  line_break: Record<string, never>
  /** must be a number such as 12 or 12.5 or 12,5, without thousands separators */
  not_a_number: Record<string, never>
  /** must be a date, YYYY-MM-DD, year first, such as 2027-03-31 */
  day_first: Record<string, never>
  /** must be a year from {min} to {max} */
  not_a_year: { min: number; max: number }
  /** is not a product of this client; to create it, give its name and unit_type */
  unknown_sku: Record<string, never>
  /** differs from the product's, which is counted by {unit} */
  not_the_products_unit: { unit: Open<'unidad' | 'caja' | 'bulto' | 'pallet' | 'kg' | 'litro'> }
  /** must be a whole number: {unit} are counted whole */
  counted_whole: { unit: Open<'unidad' | 'caja' | 'bulto' | 'pallet' | 'kg' | 'litro'> }
  /** is the same lot as on line {line} */
  repeated_lot: { line: number }
  /** differs from what line {line} says of the same product */
  differs_from_line: { line: number }
  /** takes the product to a trillion or more, over all its lots */
  product_total_too_large: Record<string, never>
  /** can be {one} or {other}: write it without thousands separators */
  ambiguous_number: { one: number; other: number }
  /** is written with the other decimal sign: write {meant} with the one of this sheet */
  other_decimal_sign: { meant: number }
  /** is a formula whose result is not in the file: open it in Excel and save it, or write the value */
  formula_without_value: Record<string, never>
  /** is part of the merged cells {cells}: unmerge them, and fill in each */
  merged_cells: { cells: string }
  /** is one order too many: a sheet may have {max}, so split it */
  too_many_orders: { max: number }
  /** differs from line {line}, which has the same reference: the lines of one reference are one order */
  differs_in_order: { line: number }
  /** is the name or the CUIT of several of your recipients: write the id of one */
  several_destinatarios: Record<string, never>
  /** is the reference of {order_number}, which was placed from a sheet with other content: change that order, or use another reference */
  reference_taken: { order_number: string }
  /** is the same one as on line {line} */
  repeated_record: { line: number }
  /** matches several of your recipients: write the id of one in a column id */
  several_matches: Record<string, never>
  /** is the GTIN of {sku} */
  gtin_taken: { sku: string }
  /** HTTP {status} */
  http_status: { status: number }
  /** HTTP {status}: redirects are not followed */
  redirect: { status: number }
  /** the response is not valid HTTP */
  not_http: Record<string, never>
  /** the response does not match its Content-Length */
  wrong_content_length: Record<string, never>
  /** the response headers are too large */
  headers_too_large: Record<string, never>
  /** unexpected 100 Continue */
  unexpected_continue: Record<string, never>
  /** unexpected protocol upgrade */
  unexpected_upgrade: Record<string, never>
  /** timed out after {seconds} s */
  timed_out: { seconds: number }
  /** connection refused */
  connection_refused: Record<string, never>
  /** connection reset */
  connection_reset: Record<string, never>
  /** connection closed before the response was complete */
  connection_closed: Record<string, never>
  /** the host does not answer */
  host_silent: Record<string, never>
  /** host unreachable */
  host_unreachable: Record<string, never>
  /** network unreachable */
  network_unreachable: Record<string, never>
  /** DNS: name not found */
  name_not_found: Record<string, never>
  /** DNS: the name has no address */
  name_without_address: Record<string, never>
  /** DNS: the name servers failed */
  name_servers_failed: Record<string, never>
  /** DNS: not a valid name */
  name_not_valid: Record<string, never>
  /** DNS: no answer */
  name_servers_silent: Record<string, never>
  /** TLS: the certificate is for another name */
  certificate_of_another_name: Record<string, never>
  /** TLS: {reason} */
  tls_failed: { reason: string }
  /** address not allowed: only https is */
  https_only: Record<string, never>
  /** address not allowed: {host} */
  address_not_public: { host: string }
  /** address not allowed: {host} does not resolve to public ones only */
  name_not_public: { host: string }
  /** the service was shutting down */
  service_stopping: Record<string, never>
  /** the request could not be completed */
  not_completed: Record<string, never>
  /** unknown */
  unknown: Record<string, never>
}

/** New ones may be added: show `detail` for a code that you do not know. */
export type FaultCode = keyof FaultParams

export type FieldFaultCode =
  | 'required'
  | 'wrong_type'
  | 'not_one_of'
  | 'unknown_member'
  | 'unknown_parameter'
  | 'empty'
  | 'blank'
  | 'too_short'
  | 'too_long'
  | 'null_character'
  | 'malformed_unicode'
  | 'wrong_form'
  | 'too_small'
  | 'too_large'
  | 'not_above'
  | 'too_many_decimals'
  | 'excluded_value'
  | 'too_few_items'
  | 'too_many_items'
  | 'repeated_item'
  | 'not_a_uuid'
  | 'number_for_id'
  | 'not_a_date'
  | 'no_such_day'
  | 'not_a_timestamp'
  | 'no_such_time'
  | 'not_an_email'
  | 'not_a_sign_in_email'
  | 'not_a_cuit_or_dni'
  | 'not_a_gtin'
  | 'not_a_remito_number'
  | 'not_a_cai'
  | 'not_a_plate'
  | 'not_a_credit_note_number'
  | 'not_a_person_name'
  | 'body_required'
  | 'body_not_allowed'
  | 'total_too_large'
  | 'bad_percent_encoding'
  | 'given_twice'
  | 'limit_with_csv'
  | 'from_after_to'
  | 'until_before_since'
  | 'in_future'
  | 'not_in_future'
  | 'date_out_of_range'
  | 'day_out_of_range'
  | 'file_required'
  | 'not_the_only_field'
  | 'not_the_only_file'
  | 'file_without_name'
  | 'unknown_product'
  | 'not_your_product'
  | 'not_the_clients_product'
  | 'archived'
  | 'fraction_of_unit'
  | 'not_a_lot_of_product'
  | 'lot_on_hold'
  | 'lot_already_named'
  | 'same_client'
  | 'units_differ'
  | 'reason_required_for_hold'
  | 'reason_only_for_hold'
  | 'not_a_remito'
  | 'number_assigned'
  | 'repeated_number'
  | 'not_for_ingreso'
  | 'only_for_egreso'
  | 'only_for_ingreso'
  | 'determined_by_lot'
  | 'below_first_number'
  | 'day_is_past'
  | 'name_product_once'
  | 'unknown_destinatario'
  | 'reason_required'
  | 'reason_required_to_override'
  | 'only_for_dispatch'
  | 'packages_required'
  | 'only_for_pack'
  | 'not_an_order'
  | 'not_to_pick'
  | 'not_a_line_of_remito'
  | 'line_left_out'
  | 'not_what_was_shipped'
  | 'nothing_accepted'
  | 'signature_required'
  | 'not_a_picture'
  | 'picture_too_large'
  | 'scan_required'
  | 'expected_out_of_range'
  | 'name_line_once'
  | 'not_a_line_of_notice'
  | 'difference_without_reason'
  | 'no_difference'
  | 'reason_contradicts'
  | 'not_a_line_of_egreso'
  | 'not_a_line_of_return'
  | 'line_repeated'
  | 'more_than_returnable'
  | 'more_than_expected'
  | 'trip_date_out_of_range'
  | 'unknown_order'
  | 'required_for_action'
  | 'not_for_action'
  | 'only_for_stops'
  | 'position_out_of_range'
  | 'role_required'
  | 'scopes_required'
  | 'role_only_for_clients'
  | 'scopes_only_for_staff'
  | 'password_is_common'
  | 'password_is_a_run'
  | 'password_repeats'
  | 'not_a_url'
  | 'not_https'
  | 'credentials_in_url'
  | 'invalid_host'
  | 'private_address'
  | 'local_host'
  | 'incomplete_host'
  | 'host_not_public'
  | 'host_not_resolved'
  | 'url_too_long'
  | 'reserved_header'
  | 'repeated_header'

export type LineFaultCode =
  | 'empty'
  | 'too_long'
  | 'too_small'
  | 'too_large'
  | 'too_many_decimals'
  | 'not_one_of'
  | 'not_a_date'
  | 'no_such_day'
  | 'archived'
  | 'not_utf8'
  | 'line_too_long'
  | 'too_many_lines'
  | 'not_a_spreadsheet'
  | 'spreadsheet_too_large'
  | 'quote_not_closed'
  | 'quote_misplaced'
  | 'header_missing'
  | 'no_lines'
  | 'column_missing'
  | 'column_twice'
  | 'unknown_column'
  | 'unnamed_column'
  | 'too_many_fields'
  | 'too_few_fields'
  | 'cell_outside_columns'
  | 'cell_error'
  | 'line_break'
  | 'not_a_number'
  | 'day_first'
  | 'not_a_year'
  | 'unknown_sku'
  | 'not_the_products_unit'
  | 'counted_whole'
  | 'repeated_lot'
  | 'differs_from_line'
  | 'product_total_too_large'

export type SheetFaultCode =
  | 'required'
  | 'empty'
  | 'blank'
  | 'too_short'
  | 'too_long'
  | 'null_character'
  | 'malformed_unicode'
  | 'wrong_form'
  | 'wrong_type'
  | 'too_small'
  | 'too_large'
  | 'not_above'
  | 'too_many_decimals'
  | 'too_many_items'
  | 'not_one_of'
  | 'not_a_uuid'
  | 'not_an_email'
  | 'not_a_cuit_or_dni'
  | 'not_a_gtin'
  | 'name_product_once'
  | 'unknown_destinatario'
  | 'not_your_product'
  | 'archived'
  | 'fraction_of_unit'
  | 'not_a_date'
  | 'no_such_day'
  | 'not_utf8'
  | 'line_too_long'
  | 'too_many_lines'
  | 'not_a_spreadsheet'
  | 'spreadsheet_too_large'
  | 'quote_not_closed'
  | 'quote_misplaced'
  | 'header_missing'
  | 'no_lines'
  | 'column_missing'
  | 'column_twice'
  | 'unknown_column'
  | 'unnamed_column'
  | 'too_many_fields'
  | 'too_few_fields'
  | 'cell_outside_columns'
  | 'line_break'
  | 'cell_error'
  | 'not_a_number'
  | 'not_a_year'
  | 'day_first'
  | 'not_the_products_unit'
  | 'ambiguous_number'
  | 'other_decimal_sign'
  | 'formula_without_value'
  | 'merged_cells'
  | 'too_many_orders'
  | 'differs_in_order'
  | 'several_destinatarios'
  | 'reference_taken'
  | 'repeated_record'
  | 'several_matches'
  | 'gtin_taken'

export type DeliveryFaultCode =
  | 'http_status'
  | 'redirect'
  | 'not_http'
  | 'wrong_content_length'
  | 'headers_too_large'
  | 'unexpected_continue'
  | 'unexpected_upgrade'
  | 'timed_out'
  | 'connection_refused'
  | 'connection_reset'
  | 'connection_closed'
  | 'host_silent'
  | 'host_unreachable'
  | 'network_unreachable'
  | 'name_not_found'
  | 'name_without_address'
  | 'name_servers_failed'
  | 'name_not_valid'
  | 'name_servers_silent'
  | 'certificate_of_another_name'
  | 'tls_failed'
  | 'https_only'
  | 'address_not_public'
  | 'name_not_public'
  | 'service_stopping'
  | 'not_completed'
  | 'unknown'

/** `code` narrows `params`. */
export type FieldError = {
  [Code in FieldFaultCode]: {
    /** A JSON Pointer into the body, or the name of the parameter */
    pointer: string
    detail: string
    code: Code
    params: FaultParams[Code]
  }
}[FieldFaultCode]

/** `code` narrows `params`. */
export type LineError = {
  [Code in LineFaultCode]: {
    /** Line of the file, counted from 1 */
    line: number
    /** Name of the column; null: the whole line */
    column: string | null
    detail: string
    code: Code
    params: FaultParams[Code]
  }
}[LineFaultCode]

/** `code` narrows `params`. */
export type SheetError = {
  [Code in SheetFaultCode]: {
    /** Line of the sheet, counted from 1 */
    line: number
    /** Name of the column, not its heading; null: the whole line */
    column: string | null
    /** The text of the cell */
    value: string | null
    detail: string
    /** What may have been meant, the nearest first; often empty */
    candidates: Array<{
      /** What to write into the cell */
      value: string
      /** What that is, in words */
      label: string | null
    }>
    code: Code
    params: FaultParams[Code]
  }
}[SheetFaultCode]

/** `code` narrows `params`. */
export type DeliveryFault = {
  [Code in DeliveryFaultCode]: {
    code: Code
    params: FaultParams[Code]
  }
}[DeliveryFaultCode]
