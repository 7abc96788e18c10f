// Generated from the contract by npm run sdk:types. Do not edit.
import type { Call } from '../call.ts'
import type { ListCall } from '../list-call.ts'
import type { CallOptions, IdempotentOptions, NoBody, NoQuery } from '../options.ts'
import type {
  AcceptanceReceipt,
  AuditEntry,
  AuditEntryPage,
  Balance,
  ChangedLot,
  Client,
  ClientBalance,
  ClientBalancePage,
  ClientChange,
  ClientName,
  ClientNames,
  ClientOverview,
  ClientSandbox,
  DemoEntry,
  Destinatario,
  DestinatarioPage,
  Dispute,
  DisputePage,
  Done,
  DriverLink,
  EndedSessions,
  ImportedLot,
  ImportedLotPage,
  Inspection,
  IssuedStaffKey,
  LedgerEntry,
  LedgerPage,
  LinkToken,
  ListedClient,
  ListedClientPage,
  Lot,
  LotChange,
  LotOrder,
  LotOrderPage,
  LotPage,
  NewAdjustment,
  NewApiKey,
  NewClient,
  NewCreditNote,
  NewCreditSale,
  NewPassword,
  NewPayment,
  NewProduct,
  NewRemito,
  NewRemitoBook,
  NewReturn,
  NewSavedView,
  NewStaffKey,
  NewTransfer,
  NewTrip,
  NewUserByStaff,
  OrderPicks,
  OutgoingGoods,
  OwnPassword,
  OwnSession,
  PasswordChange,
  PasswordLink,
  PasswordSet,
  PickList,
  Product,
  ProductChange,
  ProductPage,
  ProfileChange,
  QueuedOrder,
  QueuedOrderPage,
  RecordsImport,
  RecordsImportPreview,
  RecoveryCode,
  RecoveryCodes,
  RemitoBook,
  RemitoBookChange,
  RemitoBookPage,
  RemitoShare,
  ResetRequest,
  ReturnChange,
  Returnable,
  ReverseTransaction,
  RotateApiKey,
  SavedView,
  SavedViewChange,
  SavedViews,
  SecondFactor,
  SendTest,
  Session,
  SessionToEnd,
  SettledDispute,
  SharedRemito,
  SignInCredentials,
  SignInOptions,
  SignInResult,
  SignedIn,
  SignedOut,
  StaffAcceptance,
  StaffInboundChange,
  StaffInboundNotice,
  StaffInboundNoticeDetail,
  StaffInboundNoticePage,
  StaffKey,
  StaffKeyPage,
  StaffLotTrace,
  StaffOrder,
  StaffOrderChange,
  StaffOrderDetail,
  StaffOrderPage,
  StaffRemito,
  StaffRemitoDetail,
  StaffRemitoPage,
  StaffReturn,
  StaffReturnDetail,
  StaffReturnPage,
  StaffSearchResults,
  StaffStockRow,
  StaffStockRowPage,
  StaffTraceEntry,
  StaffTransaction,
  StaffTransactionPage,
  StaffViewOfIssuedKey,
  StaffViewOfKey,
  StaffViewOfKeyPage,
  StaffViewOfUser,
  StaffViewOfUserPage,
  StockImport,
  StockImportPreview,
  StockImportRecord,
  StockImportRecordPage,
  StockMovement,
  StockPreview,
  TestPing,
  Today,
  TotpCode,
  Transaction,
  Trip,
  TripChange,
  TripSummary,
  TripSummaryPage,
  User,
  UserChangeByStaff,
  UserPage,
  VoidRemito,
  WebhookEndpoint,
  WebhookEndpoints,
} from './schemas.ts'

export interface ListClientsQuery {
  /** The beginning of a word of the name, or of the CUIT or DNI, with or without hyphens. Case and accents are ignored. The other filters choose among the 500 first matches */
  q?: string | undefined
  /** Rows per page, 1 to 100; values outside this range are clamped */
  limit?: number | undefined
  /** `next_cursor` of the previous page. Valid only with the same filters */
  cursor?: string | undefined
}

export interface ExportClientsQuery {
  /** The beginning of a word of the name, or of the CUIT or DNI, with or without hyphens. Case and accents are ignored. The other filters choose among the 500 first matches */
  q?: string | undefined
  /** `xlsx`: an Excel file. `csv`: with `;` and a decimal comma in Spanish, `,` and a point in English */
  format?: 'xlsx' | 'csv' | undefined
  /** The language of the file. Default: as `Accept-Language` says */
  language?: 'es' | 'en' | undefined
}

export interface ListClientKeysQuery {
  /** Rows per page, 1 to 100; values outside this range are clamped */
  limit?: number | undefined
  /** `next_cursor` of the previous page. Valid only with the same filters */
  cursor?: string | undefined
}

export interface ListUsersQuery {
  /** Users of this client. Without it: users of the staff */
  client_id?: string | undefined
  /** Rows per page, 1 to 100; values outside this range are clamped */
  limit?: number | undefined
  /** `next_cursor` of the previous page. Valid only with the same filters */
  cursor?: string | undefined
}

export interface ExportUsersQuery {
  /** Users of this client. Without it: users of the staff */
  client_id?: string | undefined
  /** `xlsx`: an Excel file. `csv`: with `;` and a decimal comma in Spanish, `,` and a point in English */
  format?: 'xlsx' | 'csv' | undefined
  /** The language of the file. Default: as `Accept-Language` says */
  language?: 'es' | 'en' | undefined
}

export interface ListClientUsersQuery {
  /** Rows per page, 1 to 100; values outside this range are clamped */
  limit?: number | undefined
  /** `next_cursor` of the previous page. Valid only with the same filters */
  cursor?: string | undefined
}

export interface ListStaffKeysQuery {
  /** Rows per page, 1 to 100; values outside this range are clamped */
  limit?: number | undefined
  /** `next_cursor` of the previous page. Valid only with the same filters */
  cursor?: string | undefined
}

export interface ExportStaffKeysQuery {
  /** `xlsx`: an Excel file. `csv`: with `;` and a decimal comma in Spanish, `,` and a point in English */
  format?: 'xlsx' | 'csv' | undefined
  /** The language of the file. Default: as `Accept-Language` says */
  language?: 'es' | 'en' | undefined
}

export interface ListClientProductsQuery {
  /** Exact match */
  sku?: string | undefined
  /** Exact match; leading zeros do not matter */
  gtin?: string | undefined
  /** Part of the name, ignoring case and accents */
  name?: string | undefined
  /** The beginning of the SKU, of a word of the name or of the number in the bar code. Case and accents are ignored. The other filters choose among the 500 first matches */
  q?: string | undefined
  /** `true`: only archived products. `false`: only products that are not archived */
  archived?: boolean | undefined
  /** Rows per page, 1 to 100; values outside this range are clamped */
  limit?: number | undefined
  /** `next_cursor` of the previous page. Valid only with the same filters */
  cursor?: string | undefined
}

export interface CreateProductsImportQuery {
  /** UUID v7, generated by the service */
  client_id: string
  /** Report what would be done without doing it */
  dry_run?: boolean | undefined
  /** The decimal sign of numbers that are text: `1.500` is 1500 or a question with `comma`, and 1.5 with `point`. Left out: both signs are understood, and only a number that could be two is refused. Cells of a workbook that are numbers are never in doubt */
  decimal_sign?: 'comma' | 'point' | undefined
}

export interface ListClientDestinatariosQuery {
  /** Part of the name, ignoring case and accents */
  name?: string | undefined
  /** The beginning of a word of the name, or of the CUIT or DNI, with or without hyphens. Case and accents are ignored. The other filters choose among the 500 first matches */
  q?: string | undefined
  /** Rows per page, 1 to 100; values outside this range are clamped */
  limit?: number | undefined
  /** `next_cursor` of the previous page. Valid only with the same filters */
  cursor?: string | undefined
}

export interface ListStockQuery {
  /** UUID v7, generated by the service */
  client_id?: string | undefined
  /** UUID v7, generated by the service */
  product_id?: string | undefined
  /** Exact match */
  sku?: string | undefined
  /** Each word is part of the name, or the beginning of the SKU, ignoring case and accents */
  q?: string | undefined
  /** Only rows with at least this `quantity`; with `at`, the quantity then */
  min_quantity?: number | undefined
  /** `true`: only products that are archived now. `false`: only those that are not. By default `false`, and with `at` both */
  archived?: boolean | undefined
  /** Quantities as recorded by this time, of the products that existed then; not in the future */
  at?: string | undefined
  /** Rows per page, 1 to 100; values outside this range are clamped */
  limit?: number | undefined
  /** `next_cursor` of the previous page. Valid only with the same filters */
  cursor?: string | undefined
}

export interface ExportStockQuery {
  /** UUID v7, generated by the service */
  client_id?: string | undefined
  /** UUID v7, generated by the service */
  product_id?: string | undefined
  /** Exact match */
  sku?: string | undefined
  /** Each word is part of the name, or the beginning of the SKU, ignoring case and accents */
  q?: string | undefined
  /** Only rows with at least this `quantity`; with `at`, the quantity then */
  min_quantity?: number | undefined
  /** `true`: only products that are archived now. `false`: only those that are not. By default `false`, and with `at` both */
  archived?: boolean | undefined
  /** Quantities as recorded by this time, of the products that existed then; not in the future */
  at?: string | undefined
  /** `xlsx`: an Excel file. `csv`: with `;` and a decimal comma in Spanish, `,` and a point in English */
  format?: 'xlsx' | 'csv' | undefined
  /** The language of the file. Default: as `Accept-Language` says */
  language?: 'es' | 'en' | undefined
}

export interface GetStockQuery {
  /** Quantities as recorded by this time, of the products that existed then; not in the future */
  at?: string | undefined
}

export interface ListLotsQuery {
  /** UUID v7, generated by the service */
  client_id: string
  /** UUID v7, generated by the service */
  product_id?: string | undefined
  /** The beginning of the lot number. Case and accents are ignored. The other filters choose among the 500 first matching lots, by number */
  q?: string | undefined
  /** Only lots with an `expiry_date` on or before this day */
  expiring_before?: string | undefined
  /** Only lots with an `expiry_date` on or after this day; none without a date */
  expiring_after?: string | undefined
  /** Include lots with quantity 0 */
  include_depleted?: boolean | undefined
  /** Rows per page, 1 to 100; values outside this range are clamped */
  limit?: number | undefined
  /** `next_cursor` of the previous page. Valid only with the same filters */
  cursor?: string | undefined
}

export interface ExportLotsQuery {
  /** UUID v7, generated by the service */
  client_id: string
  /** UUID v7, generated by the service */
  product_id?: string | undefined
  /** The beginning of the lot number. Case and accents are ignored. The other filters choose among the 500 first matching lots, by number */
  q?: string | undefined
  /** Only lots with an `expiry_date` on or before this day */
  expiring_before?: string | undefined
  /** Only lots with an `expiry_date` on or after this day; none without a date */
  expiring_after?: string | undefined
  /** Include lots with quantity 0 */
  include_depleted?: boolean | undefined
  /** `xlsx`: an Excel file. `csv`: with `;` and a decimal comma in Spanish, `,` and a point in English */
  format?: 'xlsx' | 'csv' | undefined
  /** The language of the file. Default: as `Accept-Language` says */
  language?: 'es' | 'en' | undefined
}

export interface ListLotTraceQuery {
  /** Rows per page, 1 to 100; values outside this range are clamped */
  limit?: number | undefined
  /** `next_cursor` of the previous page. Valid only with the same filters */
  cursor?: string | undefined
}

export interface ExportLotTraceQuery {
  /** `xlsx`: an Excel file. `csv`: with `;` and a decimal comma in Spanish, `,` and a point in English */
  format?: 'xlsx' | 'csv' | undefined
  /** The language of the file. Default: as `Accept-Language` says */
  language?: 'es' | 'en' | undefined
}

export interface ListLotOrdersQuery {
  /** Rows per page, 1 to 100; values outside this range are clamped */
  limit?: number | undefined
  /** `next_cursor` of the previous page. Valid only with the same filters */
  cursor?: string | undefined
}

export interface ListLedgerQuery {
  /** UUID v7, generated by the service */
  product_id: string
  /** Created at or after this time */
  from?: string | undefined
  /** Created before this time */
  to?: string | undefined
  /** Rows per page, 1 to 100; values outside this range are clamped */
  limit?: number | undefined
  /** `next_cursor` of the previous page. Valid only with the same filters */
  cursor?: string | undefined
}

export interface ExportLedgerQuery {
  /** UUID v7, generated by the service */
  product_id: string
  /** Created at or after this time */
  from?: string | undefined
  /** Created before this time */
  to?: string | undefined
  /** `xlsx`: an Excel file. `csv`: with `;` and a decimal comma in Spanish, `,` and a point in English */
  format?: 'xlsx' | 'csv' | undefined
  /** The language of the file. Default: as `Accept-Language` says */
  language?: 'es' | 'en' | undefined
}

export interface CreateStockImportQuery {
  /** UUID v7, generated by the service */
  client_id: string
  /** Report what would change without changing anything */
  dry_run?: boolean | undefined
  /** The `fingerprint` of a dry run of the same file. If a lot of the file has changed since, nothing is imported */
  fingerprint?: string | undefined
}

export interface ListStockImportsQuery {
  /** UUID v7, generated by the service */
  client_id?: string | undefined
  /** Created at or after this time */
  from?: string | undefined
  /** Created before this time */
  to?: string | undefined
  /** Rows per page, 1 to 100; values outside this range are clamped */
  limit?: number | undefined
  /** `next_cursor` of the previous page. Valid only with the same filters */
  cursor?: string | undefined
}

export interface ExportStockImportsQuery {
  /** UUID v7, generated by the service */
  client_id?: string | undefined
  /** Created at or after this time */
  from?: string | undefined
  /** Created before this time */
  to?: string | undefined
  /** `xlsx`: an Excel file. `csv`: with `;` and a decimal comma in Spanish, `,` and a point in English */
  format?: 'xlsx' | 'csv' | undefined
  /** The language of the file. Default: as `Accept-Language` says */
  language?: 'es' | 'en' | undefined
}

export interface ListStockImportLotsQuery {
  /** Rows per page, 1 to 100; values outside this range are clamped */
  limit?: number | undefined
  /** `next_cursor` of the previous page. Valid only with the same filters */
  cursor?: string | undefined
}

export interface ExportStockImportLotsQuery {
  /** `xlsx`: an Excel file. `csv`: with `;` and a decimal comma in Spanish, `,` and a point in English */
  format?: 'xlsx' | 'csv' | undefined
  /** The language of the file. Default: as `Accept-Language` says */
  language?: 'es' | 'en' | undefined
}

export interface ListRemitosQuery {
  /** UUID v7, generated by the service */
  client_id?: string | undefined
  /** One of the numbers of the remito, in any notation that an ingreso accepts */
  remito_number?: string | undefined
  /** The beginning of one of its numbers or of the part after the hyphen, with or without letter and zeros (`1234`, `R 1-1234`). Case and accents are ignored. The other filters choose among the 500 highest matching numbers */
  q?: string | undefined
  /** The egresos of this order */
  source_order_id?: string | undefined
  /** `ingreso`: goods in. `egreso`: goods out */
  type?: 'ingreso' | 'egreso' | undefined
  /** Created at or after this time */
  from?: string | undefined
  /** Created before this time */
  to?: string | undefined
  /** `true`: accepted, with or without differences. `differences`: with differences. `false`: issued for an order, and not accepted yet */
  accepted?: 'true' | 'false' | 'differences' | undefined
  /** Rows per page, 1 to 100; values outside this range are clamped */
  limit?: number | undefined
  /** `next_cursor` of the previous page. Valid only with the same filters */
  cursor?: string | undefined
}

export interface ExportRemitosQuery {
  /** UUID v7, generated by the service */
  client_id?: string | undefined
  /** One of the numbers of the remito, in any notation that an ingreso accepts */
  remito_number?: string | undefined
  /** The beginning of one of its numbers or of the part after the hyphen, with or without letter and zeros (`1234`, `R 1-1234`). Case and accents are ignored. The other filters choose among the 500 highest matching numbers */
  q?: string | undefined
  /** The egresos of this order */
  source_order_id?: string | undefined
  /** `ingreso`: goods in. `egreso`: goods out */
  type?: 'ingreso' | 'egreso' | undefined
  /** Created at or after this time */
  from?: string | undefined
  /** Created before this time */
  to?: string | undefined
  /** `true`: accepted, with or without differences. `differences`: with differences. `false`: issued for an order, and not accepted yet */
  accepted?: 'true' | 'false' | 'differences' | undefined
  /** `xlsx`: an Excel file. `csv`: with `;` and a decimal comma in Spanish, `,` and a point in English */
  format?: 'xlsx' | 'csv' | undefined
  /** The language of the file. Default: as `Accept-Language` says */
  language?: 'es' | 'en' | undefined
  /** `lines`: one row per line of each document */
  rows?: 'documents' | 'lines' | undefined
}

export interface GetRemitoPdfQuery {
  /** How many copies, one after the other, marked ORIGINAL, DUPLICADO and TRIPLICADO. Default: one without a mark */
  copies?: number | undefined
}

export interface ListRemitosPdfQuery {
  /** How many copies, one after the other, marked ORIGINAL, DUPLICADO and TRIPLICADO. Default: one without a mark */
  copies?: number | undefined
  /** The remitos, in the order in which they are to be printed: `id=…&id=…`, at most 50 */
  id: string | string[]
}

export interface ListDisputesQuery {
  /** UUID v7, generated by the service */
  client_id?: string | undefined
  /** Default: both */
  status?: 'open' | 'settled' | undefined
  /** Rows per page, 1 to 100; values outside this range are clamped */
  limit?: number | undefined
  /** `next_cursor` of the previous page. Valid only with the same filters */
  cursor?: string | undefined
}

export interface ListRemitoBooksQuery {
  /** Rows per page, 1 to 100; values outside this range are clamped */
  limit?: number | undefined
  /** `next_cursor` of the previous page. Valid only with the same filters */
  cursor?: string | undefined
}

export interface ListInboundQuery {
  /** UUID v7, generated by the service */
  client_id?: string | undefined
  /** One status, or several with commas: `announced,arrived` */
  status?: 'announced' | 'arrived' | 'receiving' | 'received' | 'received_with_differences' | 'cancelled' | Array<'announced' | 'arrived' | 'receiving' | 'received' | 'received_with_differences' | 'cancelled'> | undefined
  /** Expected on this day or later */
  expected_from?: string | undefined
  /** Expected on this day or earlier */
  expected_to?: string | undefined
  /** Exact match of the reference, ignoring case */
  reference?: string | undefined
  /** Rows per page, 1 to 100; values outside this range are clamped */
  limit?: number | undefined
  /** `next_cursor` of the previous page. Valid only with the same filters */
  cursor?: string | undefined
}

export interface ExportInboundQuery {
  /** UUID v7, generated by the service */
  client_id?: string | undefined
  /** One status, or several with commas: `announced,arrived` */
  status?: 'announced' | 'arrived' | 'receiving' | 'received' | 'received_with_differences' | 'cancelled' | Array<'announced' | 'arrived' | 'receiving' | 'received' | 'received_with_differences' | 'cancelled'> | undefined
  /** Expected on this day or later */
  expected_from?: string | undefined
  /** Expected on this day or earlier */
  expected_to?: string | undefined
  /** Exact match of the reference, ignoring case */
  reference?: string | undefined
  /** `xlsx`: an Excel file. `csv`: with `;` and a decimal comma in Spanish, `,` and a point in English */
  format?: 'xlsx' | 'csv' | undefined
  /** The language of the file. Default: as `Accept-Language` says */
  language?: 'es' | 'en' | undefined
  /** `lines`: one row per line of each document */
  rows?: 'documents' | 'lines' | undefined
}

export interface ListReturnsQuery {
  /** UUID v7, generated by the service */
  client_id?: string | undefined
  /** `expected`: the goods are on their way back. `received`: they came, or some of them. `closed`: they do not come */
  status?: 'expected' | 'received' | 'closed' | undefined
  /** The order whose goods come back */
  order_id?: string | undefined
  /** Created at or after this time */
  from?: string | undefined
  /** Created before this time */
  to?: string | undefined
  /** Rows per page, 1 to 100; values outside this range are clamped */
  limit?: number | undefined
  /** `next_cursor` of the previous page. Valid only with the same filters */
  cursor?: string | undefined
}

export interface ExportReturnsQuery {
  /** UUID v7, generated by the service */
  client_id?: string | undefined
  /** `expected`: the goods are on their way back. `received`: they came, or some of them. `closed`: they do not come */
  status?: 'expected' | 'received' | 'closed' | undefined
  /** The order whose goods come back */
  order_id?: string | undefined
  /** Created at or after this time */
  from?: string | undefined
  /** Created before this time */
  to?: string | undefined
  /** `xlsx`: an Excel file. `csv`: with `;` and a decimal comma in Spanish, `,` and a point in English */
  format?: 'xlsx' | 'csv' | undefined
  /** The language of the file. Default: as `Accept-Language` says */
  language?: 'es' | 'en' | undefined
  /** `lines`: one row per line of each document */
  rows?: 'documents' | 'lines' | undefined
}

export interface ListOrdersQuery {
  /** UUID v7, generated by the service */
  client_id?: string | undefined
  /** Exact match */
  order_number?: string | undefined
  /** Exact match of the client's own reference, ignoring case */
  reference?: string | undefined
  /** The beginning of the number, with or without its letters and zeros (`42`, `PED-42`), of the reference, of the SKU or of a word of the name of a product, of a lot number or of a word of the recipient's name. Case and accents are ignored. The other filters choose among the 500 newest matching orders, of those from `from` to `to` if these are given */
  q?: string | undefined
  /** UUID v7, generated by the service */
  destinatario_id?: string | undefined
  /** The city that the order goes to, without regard to case and accents */
  city?: string | undefined
  /** One status, or several with commas: `pending,approved` */
  status?: 'pending' | 'approved' | 'in_preparation' | 'in_transit' | 'delivered' | 'failed_delivery' | 'rejected' | 'cancelled' | Array<'pending' | 'approved' | 'in_preparation' | 'in_transit' | 'delivered' | 'failed_delivery' | 'rejected' | 'cancelled'> | undefined
  /** Created at or after this time */
  from?: string | undefined
  /** Created before this time */
  to?: string | undefined
  /** Rows per page, 1 to 100; values outside this range are clamped */
  limit?: number | undefined
  /** `next_cursor` of the previous page. Valid only with the same filters */
  cursor?: string | undefined
}

export interface ExportOrdersQuery {
  /** UUID v7, generated by the service */
  client_id?: string | undefined
  /** Exact match */
  order_number?: string | undefined
  /** Exact match of the client's own reference, ignoring case */
  reference?: string | undefined
  /** The beginning of the number, with or without its letters and zeros (`42`, `PED-42`), of the reference, of the SKU or of a word of the name of a product, of a lot number or of a word of the recipient's name. Case and accents are ignored. The other filters choose among the 500 newest matching orders, of those from `from` to `to` if these are given */
  q?: string | undefined
  /** UUID v7, generated by the service */
  destinatario_id?: string | undefined
  /** The city that the order goes to, without regard to case and accents */
  city?: string | undefined
  /** One status, or several with commas: `pending,approved` */
  status?: 'pending' | 'approved' | 'in_preparation' | 'in_transit' | 'delivered' | 'failed_delivery' | 'rejected' | 'cancelled' | Array<'pending' | 'approved' | 'in_preparation' | 'in_transit' | 'delivered' | 'failed_delivery' | 'rejected' | 'cancelled'> | undefined
  /** Created at or after this time */
  from?: string | undefined
  /** Created before this time */
  to?: string | undefined
  /** `xlsx`: an Excel file. `csv`: with `;` and a decimal comma in Spanish, `,` and a point in English */
  format?: 'xlsx' | 'csv' | undefined
  /** The language of the file. Default: as `Accept-Language` says */
  language?: 'es' | 'en' | undefined
  /** `lines`: one row per line of each document */
  rows?: 'documents' | 'lines' | undefined
}

export interface ListQueueQuery {
  status: 'pending' | 'approved' | 'in_preparation' | 'in_transit' | 'failed_delivery'
  /** UUID v7, generated by the service */
  client_id?: string | undefined
  /** `true`: only orders that a trip can take now: approved, in preparation or a failed delivery, `envio`, and on no other trip */
  for_trip?: boolean | undefined
  /** Rows per page, 1 to 100; values outside this range are clamped */
  limit?: number | undefined
  /** `next_cursor` of the previous page. Valid only with the same filters */
  cursor?: string | undefined
}

export interface GetPickListQuery {
  /** The orders, approved or in preparation: `order_id=…&order_id=…`, at most 50 */
  order_id: string | string[]
}

export interface ListPickListPdfQuery {
  /** The orders, approved or in preparation: `order_id=…&order_id=…`, at most 50 */
  order_id: string | string[]
}

export interface ListTripsQuery {
  date?: string | undefined
  /** `draft`: being planned. `departed`: under way. `closed`: every stop has an outcome */
  status?: 'draft' | 'departed' | 'closed' | undefined
  /** The name of the driver, whole, without regard to case and accents */
  driver?: string | undefined
  /** Rows per page, 1 to 100; values outside this range are clamped */
  limit?: number | undefined
  /** `next_cursor` of the previous page. Valid only with the same filters */
  cursor?: string | undefined
}

export interface ExportTripsQuery {
  date?: string | undefined
  /** `draft`: being planned. `departed`: under way. `closed`: every stop has an outcome */
  status?: 'draft' | 'departed' | 'closed' | undefined
  /** The name of the driver, whole, without regard to case and accents */
  driver?: string | undefined
  /** `xlsx`: an Excel file. `csv`: with `;` and a decimal comma in Spanish, `,` and a point in English */
  format?: 'xlsx' | 'csv' | undefined
  /** The language of the file. Default: as `Accept-Language` says */
  language?: 'es' | 'en' | undefined
  /** `lines`: one row per line of each document */
  rows?: 'documents' | 'lines' | undefined
}

export interface ListBalancesQuery {
  /** Rows per page, 1 to 100; values outside this range are clamped */
  limit?: number | undefined
  /** `next_cursor` of the previous page. Valid only with the same filters */
  cursor?: string | undefined
}

export interface ExportBalancesQuery {
  /** `xlsx`: an Excel file. `csv`: with `;` and a decimal comma in Spanish, `,` and a point in English */
  format?: 'xlsx' | 'csv' | undefined
  /** The language of the file. Default: as `Accept-Language` says */
  language?: 'es' | 'en' | undefined
}

export interface ListClientTransactionsQuery {
  payment_method?: 'efectivo' | 'tarjeta' | 'transferencia' | 'qr' | 'cheque' | undefined
  type?: 'payment' | 'credit_sale' | 'credit_note' | undefined
  /** Created at or after this time */
  from?: string | undefined
  /** Created before this time */
  to?: string | undefined
  /** Rows per page, 1 to 100; values outside this range are clamped */
  limit?: number | undefined
  /** `next_cursor` of the previous page. Valid only with the same filters */
  cursor?: string | undefined
}

export interface ExportClientTransactionsQuery {
  payment_method?: 'efectivo' | 'tarjeta' | 'transferencia' | 'qr' | 'cheque' | undefined
  type?: 'payment' | 'credit_sale' | 'credit_note' | undefined
  /** Created at or after this time */
  from?: string | undefined
  /** Created before this time */
  to?: string | undefined
  /** `xlsx`: an Excel file. `csv`: with `;` and a decimal comma in Spanish, `,` and a point in English */
  format?: 'xlsx' | 'csv' | undefined
  /** The language of the file. Default: as `Accept-Language` says */
  language?: 'es' | 'en' | undefined
}

export interface ListAuditQuery {
  /** UUID v7, generated by the service */
  client_id?: string | undefined
  /** Exact match */
  action?: string | undefined
  /** Exact match */
  actor?: string | undefined
  /** Part of the name or address of the person, or of the name of the key, ignoring case and accents */
  who?: string | undefined
  /** What it was about: the number of an order or remito, as in their lists, or a CUIT or word of the name of a client, of which all entries are found. The other filters choose among the 500 newest of each */
  q?: string | undefined
  /** Created at or after this time */
  from?: string | undefined
  /** Created before this time */
  to?: string | undefined
  /** Rows per page, 1 to 100; values outside this range are clamped */
  limit?: number | undefined
  /** `next_cursor` of the previous page. Valid only with the same filters */
  cursor?: string | undefined
}

export interface ExportAuditQuery {
  /** UUID v7, generated by the service */
  client_id?: string | undefined
  /** Exact match */
  action?: string | undefined
  /** Exact match */
  actor?: string | undefined
  /** Part of the name or address of the person, or of the name of the key, ignoring case and accents */
  who?: string | undefined
  /** What it was about: the number of an order or remito, as in their lists, or a CUIT or word of the name of a client, of which all entries are found. The other filters choose among the 500 newest of each */
  q?: string | undefined
  /** Created at or after this time */
  from?: string | undefined
  /** Created before this time */
  to?: string | undefined
  /** `xlsx`: an Excel file. `csv`: with `;` and a decimal comma in Spanish, `,` and a point in English */
  format?: 'xlsx' | 'csv' | undefined
  /** The language of the file. Default: as `Accept-Language` says */
  language?: 'es' | 'en' | undefined
}

export interface GetSearchQuery {
  /** The beginning of a number, SKU or name, or of a word of a SKU or name; a CUIT or DNI, with or without hyphens; the number in a bar code. Case and accents are ignored; `%` and `_` are plain characters */
  q: string
}

export interface ListClientsNamesQuery {
  /** The beginning of the name, or of a word of it. Without it: the newest clients */
  q?: string | undefined
}

export interface ListViewsQuery {
  /** The path of the list in the dashboard */
  page?: string | undefined
}

export interface BackofficeSession {
  /**
   * The person who is signed in.
   *
   * For people who are signed in: an API key gets `auth/session-required`.
   *
   * `GET /session`
   */
  get(query?: NoQuery, options?: CallOptions): Call<Session>
}

export interface BackofficeClientsName {
  /**
   * The name of a client.
   *
   * Requires the scope `staff:read` or `staff:receive`.
   *
   * `GET /clients/{id}/name`
   */
  get(id: string, query?: NoQuery, options?: CallOptions): Call<ClientName>
}

export interface BackofficeClientsKeys {
  /**
   * API keys of a client, newest first.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /clients/{id}/keys`
   */
  list(id: string, query?: ListClientKeysQuery, options?: CallOptions): ListCall<StaffViewOfKey, StaffViewOfKeyPage>
  /**
   * Create an API key.
   *
   * The token is returned only in this response.
   *
   * Requires the scope `staff:clients`.
   *
   * `POST /clients/{id}/keys`
   */
  create(id: string, body: NewApiKey, options?: CallOptions): Call<StaffViewOfIssuedKey>
  /**
   * Rotate an API key.
   *
   * Creates a key with the same name, scopes and limits. The old key stays valid for `grace_days`.
   *
   * Requires the scope `staff:clients`.
   *
   * `POST /clients/{id}/keys/{key_id}/rotate`
   */
  rotate(clientId: string, keyId: string, body?: RotateApiKey, options?: CallOptions): Call<StaffViewOfIssuedKey>
  /**
   * Revoke an API key.
   *
   * Requires the scope `staff:clients`.
   *
   * `DELETE /clients/{id}/keys/{key_id}`
   */
  delete(clientId: string, keyId: string, options?: CallOptions): Call<void>
}

export interface BackofficeClientsUsers {
  /**
   * Users of a client, newest first.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /clients/{id}/users`
   */
  list(id: string, query?: ListClientUsersQuery, options?: CallOptions): ListCall<User, UserPage>
}

export interface BackofficeClientsSandbox {
  /**
   * The sandbox of a client.
   *
   * What it has and may have, and until when it is kept. Its rows belong to the client: none of them has an address here.
   *
   * Requires the scope `staff:clients`.
   *
   * `GET /clients/{id}/sandbox`
   */
  get(id: string, query?: NoQuery, options?: CallOptions): Call<ClientSandbox>
}

export interface BackofficeClientsProducts {
  /**
   * Products of a client, by SKU.
   *
   * Requires the scope `staff:read` or `staff:receive`.
   *
   * `GET /clients/{id}/products`
   */
  list(id: string, query?: ListClientProductsQuery, options?: CallOptions): ListCall<Product, ProductPage>
  /**
   * Add a product.
   *
   * Requires the scope `staff:stock`.
   *
   * `POST /clients/{id}/products`
   */
  create(id: string, body: NewProduct, options?: IdempotentOptions): Call<Product>
}

export interface BackofficeClientsDestinatarios {
  /**
   * Recipients of a client, by name.
   *
   * Those that a pending order of the client can be changed to.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /clients/{id}/destinatarios`
   */
  list(id: string, query?: ListClientDestinatariosQuery, options?: CallOptions): ListCall<Destinatario, DestinatarioPage>
}

export interface BackofficeClientsOverview {
  /**
   * Who acts for a client, and its open orders, in numbers.
   *
   * What suspending the client stops: its keys and users at once. Open orders and webhooks go on.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /clients/{id}/overview`
   */
  get(id: string, query?: NoQuery, options?: CallOptions): Call<ClientOverview>
}

export interface BackofficeClientsBalance {
  /**
   * The balance of a client.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /clients/{id}/balance`
   */
  get(id: string, query?: NoQuery, options?: CallOptions): Call<Balance>
}

export interface BackofficeClientsTransactions {
  /**
   * Account transactions of a client, newest first.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /clients/{id}/transactions`
   */
  list(id: string, query?: ListClientTransactionsQuery, options?: CallOptions): ListCall<StaffTransaction, StaffTransactionPage>
  /**
   * Account transactions of a client with the balance after each, oldest first, as a file for people.
   *
   * All rows of the filters, as a spreadsheet that people read: headings and values in words, the warehouse's local time, names and numbers of documents in place of ids. Programs read the list itself, as JSON or CSV: the columns here can change.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /clients/{id}/transactions/export`
   */
  export(clientId: string, query?: ExportClientTransactionsQuery, options?: CallOptions): Call<ReadableStream<Uint8Array>>
}

export interface BackofficeClientsNames {
  /**
   * Names of clients, to choose one.
   *
   * At most 5 whose name matches `q`, the best match first; without `q` the 20 newest.
   *
   * Requires the scope `staff:read` or `staff:receive`.
   *
   * `GET /clients/names`
   */
  get(query?: ListClientsNamesQuery, options?: CallOptions): Call<ClientNames>
}

export interface BackofficeClientsWebhooks {
  /**
   * Webhook endpoints of a client and their health.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /clients/{id}/webhooks`
   */
  list(id: string, query?: NoQuery, options?: CallOptions): ListCall<WebhookEndpoint, WebhookEndpoints>
  /**
   * Send a test event now.
   *
   * One attempt to send `webhook.test`, or a sample of the event in `type`, with the same address guard and limits as any delivery. It does not count as a success or a failure. The id of the event starts with `evt_test_`.
   *
   * Requires the scope `staff:clients`.
   *
   * `POST /clients/{id}/webhooks/{webhook_id}/test`
   */
  test(clientId: string, webhookId: string, body?: SendTest, options?: CallOptions): Call<TestPing>
}

export interface BackofficeClients {
  /**
   * Clients, newest first.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /clients`
   */
  list(query?: ListClientsQuery, options?: CallOptions): ListCall<ListedClient, ListedClientPage>
  /**
   * Add a client.
   *
   * Requires the scope `staff:clients`.
   *
   * `POST /clients`
   */
  create(body: NewClient, options?: IdempotentOptions): Call<Client>
  /**
   * Clients, newest first, as a file for people.
   *
   * All rows of the filters, as a spreadsheet that people read: headings and values in words, the warehouse's local time, names and numbers of documents in place of ids. Programs read the list itself, as JSON or CSV: the columns here can change.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /clients/export`
   */
  export(query?: ExportClientsQuery, options?: CallOptions): Call<ReadableStream<Uint8Array>>
  /**
   * One client.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /clients/{id}`
   */
  get(id: string, query?: NoQuery, options?: CallOptions): Call<Client>
  /**
   * Change, suspend or re-activate a client.
   *
   * Requires the scope `staff:clients`.
   *
   * `PATCH /clients/{id}`
   */
  update(id: string, body: ClientChange, options?: CallOptions): Call<Client>
  readonly name: BackofficeClientsName
  readonly keys: BackofficeClientsKeys
  readonly users: BackofficeClientsUsers
  readonly sandbox: BackofficeClientsSandbox
  /**
   * See the portal as a client sees it.
   *
   * For an hour, this session can read everything on the portal that an administrator of the client can, and change nothing: send its requests there with the header `Anden-Client: <id of the client>`. A session can inspect several clients at once. The inspection is in the audit log. It ends earlier if the session ends or the person loses the scope. A suspended client can be inspected, too.
   *
   * Requires the scope `staff:clients`.
   *
   * For people who are signed in: an API key gets `auth/session-required`.
   *
   * `POST /clients/{id}/inspect`
   */
  inspect(id: string, body?: NoBody, options?: CallOptions): Call<Inspection>
  readonly products: BackofficeClientsProducts
  readonly destinatarios: BackofficeClientsDestinatarios
  readonly overview: BackofficeClientsOverview
  readonly balance: BackofficeClientsBalance
  readonly transactions: BackofficeClientsTransactions
  readonly names: BackofficeClientsNames
  readonly webhooks: BackofficeClientsWebhooks
}

export interface BackofficeUsers {
  /**
   * Users of the staff, or of a client, newest first.
   *
   * Requires the scope `staff:admin`.
   *
   * `GET /users`
   */
  list(query?: ListUsersQuery, options?: CallOptions): ListCall<StaffViewOfUser, StaffViewOfUserPage>
  /**
   * Invite a user of the staff or of a client.
   *
   * The user gets a link by e-mail to set the first password. It works once, for 72 hours. An address gets at most 5 mails per hour, and you can invite 100 people per hour.
   *
   * Requires the scope `staff:admin`.
   *
   * `POST /users`
   */
  create(body: NewUserByStaff, options?: IdempotentOptions): Call<StaffViewOfUser>
  /**
   * Users of the staff, or of a client, newest first, as a file for people.
   *
   * All rows of the filters, as a spreadsheet that people read: headings and values in words, the warehouse's local time, names and numbers of documents in place of ids. Programs read the list itself, as JSON or CSV: the columns here can change.
   *
   * Requires the scope `staff:admin`.
   *
   * `GET /users/export`
   */
  export(query?: ExportUsersQuery, options?: CallOptions): Call<ReadableStream<Uint8Array>>
  /**
   * Change the name, role or scopes of a user.
   *
   * Requires the scope `staff:admin`.
   *
   * `PATCH /users/{id}`
   */
  update(id: string, body: UserChangeByStaff, options?: CallOptions): Call<StaffViewOfUser>
  /**
   * Remove a user.
   *
   * The user's sessions end at once.
   *
   * Requires the scope `staff:admin`.
   *
   * `DELETE /users/{id}`
   */
  delete(id: string, options?: CallOptions): Call<void>
  /**
   * Remove a user's second factor.
   *
   * For somebody who has lost the authenticator and the recovery codes. The user's sessions end, and a mail tells the user. Your own second factor is turned off with your password, in the profile.
   *
   * Requires the scope `staff:admin`.
   *
   * `POST /users/{id}/reset-second-factor`
   */
  resetSecondFactor(id: string, body?: NoBody, options?: CallOptions): Call<StaffViewOfUser>
}

export interface BackofficeStaffKeys {
  /**
   * Staff keys, newest first.
   *
   * Requires the scope `staff:admin`.
   *
   * `GET /staff-keys`
   */
  list(query?: ListStaffKeysQuery, options?: CallOptions): ListCall<StaffKey, StaffKeyPage>
  /**
   * Create a staff key.
   *
   * The token is returned only in this response.
   *
   * Requires the scope `staff:admin`.
   *
   * `POST /staff-keys`
   */
  create(body: NewStaffKey, options?: CallOptions): Call<IssuedStaffKey>
  /**
   * Staff keys, newest first, as a file for people.
   *
   * All rows of the filters, as a spreadsheet that people read: headings and values in words, the warehouse's local time, names and numbers of documents in place of ids. Programs read the list itself, as JSON or CSV: the columns here can change.
   *
   * Requires the scope `staff:admin`.
   *
   * `GET /staff-keys/export`
   */
  export(query?: ExportStaffKeysQuery, options?: CallOptions): Call<ReadableStream<Uint8Array>>
  /**
   * Rotate a staff key.
   *
   * Creates a key with the same name, scopes and limits. The old key stays valid for `grace_days`.
   *
   * Requires the scope `staff:admin`.
   *
   * `POST /staff-keys/{id}/rotate`
   */
  rotate(id: string, body?: RotateApiKey, options?: CallOptions): Call<IssuedStaffKey>
  /**
   * Revoke a staff key.
   *
   * Requires the scope `staff:admin`.
   *
   * `DELETE /staff-keys/{id}`
   */
  delete(id: string, options?: CallOptions): Call<void>
}

export interface BackofficeProductsImports {
  /**
   * Add and change products from a sheet.
   *
   * A CSV or Excel file (`.xlsx`) with one product of the client per line. The columns are `sku`, and optionally `name`, `unit_type`, `gtin`, `location` and `weight_kg`, in any order, with English or Spanish headings.
   *
   * A product is found by its SKU; one that is not found is added, and needs `name` and `unit_type`. The unit of a product cannot be changed. A blank cell changes nothing.
   *
   * With `dry_run=true` the response is 200 and has the sheet as it was read, what becomes of each line, and every error at its cell. All lines are imported, or none; importing the same sheet again changes nothing. Up to 2,000 lines and 5 MiB.
   *
   * Requires the scope `staff:stock`.
   *
   * `POST /products/imports`
   */
  create(csv: string | Blob, query: CreateProductsImportQuery, options?: IdempotentOptions): Call<RecordsImportPreview | RecordsImport>
}

export interface BackofficeProducts {
  readonly imports: BackofficeProductsImports
  /**
   * One product.
   *
   * Requires the scope `staff:read` or `staff:receive`.
   *
   * `GET /products/{id}`
   */
  get(id: string, query?: NoQuery, options?: CallOptions): Call<Product>
  /**
   * Change a product: its name, SKU, GTIN, location or weight, or archive it.
   *
   * An archived product cannot be ordered or received, and lists show it only with `archived=true`. It keeps its SKU and its stock stays 0. `"archived": false` restores it; so do goods that return to it when an order is cancelled or an egreso is voided.
   *
   * Requires the scope `staff:stock`.
   *
   * `PATCH /products/{id}`
   */
  update(id: string, body: ProductChange, options?: CallOptions): Call<Product>
}

export interface BackofficeStockAdjustments {
  /**
   * Correct the stock of a product.
   *
   * The lot is `lot_id`, or the one with this `lot_number`, `expiry_date` and `vintage_year`, which is created if it does not exist. Without a lot, a positive `delta` goes into `SIN-LOTE`, and a negative one takes from expired lots first (write-off).
   *
   * Requires the scope `staff:stock`.
   *
   * `POST /stock/adjustments`
   */
  create(body: NewAdjustment, options?: IdempotentOptions): Call<StockMovement>
}

export interface BackofficeStockTransfers {
  /**
   * Transfer goods from one client to another.
   *
   * Moves only available stock: from `lot_id`, or by default first expired, first out (FEFO). The two products must belong to different clients.
   *
   * Requires the scope `staff:stock`.
   *
   * `POST /stock/transfers`
   */
  create(body: NewTransfer, options?: IdempotentOptions): Call<StockMovement>
}

export interface BackofficeStockImportsLots {
  /**
   * The lots that an import changed.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /stock/imports/{id}/lots`
   */
  list(id: string, query?: ListStockImportLotsQuery, options?: CallOptions): ListCall<ImportedLot, ImportedLotPage>
  /**
   * The lots that an import changed, as a file for people.
   *
   * All rows of the filters, as a spreadsheet that people read: headings and values in words, the warehouse's local time, names and numbers of documents in place of ids. Programs read the list itself, as JSON or CSV: the columns here can change.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /stock/imports/{id}/lots/export`
   */
  export(importId: string, query?: ExportStockImportLotsQuery, options?: CallOptions): Call<ReadableStream<Uint8Array>>
}

export interface BackofficeStockImports {
  /**
   * Import a stock count.
   *
   * Sets the quantity of each lot in the file to what was counted. The header has the columns `sku` and `quantity`, and optionally `lot_number`, `expiry_date`, `vintage_year`, `name` and `unit_type`, in any order. Their Spanish names are understood as well, with and without accents: `sku` or `código`, `cantidad`, `lote`, `vencimiento`, `cosecha`, `nombre` or `producto`, `unidad`.
   *
   * Each line sets one lot, identified by product, lot number (default `SIN-LOTE`), expiry date and vintage year. A lot that does not exist is created. Lots and products that are not in the file stay unchanged. An unknown SKU is created if its line has `name` and `unit_type`. The name of an existing product is not changed, and a different `unit_type` is an error.
   *
   * In CSV the separator is a comma or a semicolon, the encoding UTF-8, and decimals use a point or a comma. Of an Excel file (`.xlsx`, up to 32 MiB) the first sheet is read, with the values that its cells show; it is recognised by its content, whatever the content type is. The file can have up to 64 MiB and 1,048,576 lines. All lines are imported or none; parsing stops after 1,000 errors. With `dry_run=true` the response is 200 and lists what would change, line by line. Send its `fingerprint` with the import, and the import is refused if one of these lots has changed in between.
   *
   * A count states what is physically there, so it can leave less stock than orders have reserved.
   *
   * Requires the scope `staff:stock`.
   *
   * `POST /stock/imports`
   */
  create(csv: string | Blob, query: CreateStockImportQuery, options?: IdempotentOptions): Call<StockImportPreview | StockImport>
  /**
   * Stock counts that were imported, newest first.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /stock/imports`
   */
  list(query?: ListStockImportsQuery, options?: CallOptions): ListCall<StockImportRecord, StockImportRecordPage>
  /**
   * Stock counts that were imported, newest first, as a file for people.
   *
   * All rows of the filters, as a spreadsheet that people read: headings and values in words, the warehouse's local time, names and numbers of documents in place of ids. Programs read the list itself, as JSON or CSV: the columns here can change.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /stock/imports/export`
   */
  export(query?: ExportStockImportsQuery, options?: CallOptions): Call<ReadableStream<Uint8Array>>
  /**
   * One import of a stock count.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /stock/imports/{id}`
   */
  get(id: string, query?: NoQuery, options?: CallOptions): Call<StockImportRecord>
  readonly lots: BackofficeStockImportsLots
}

export interface BackofficeStock {
  /**
   * Stock of all clients or of one, by client and SKU.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /stock`
   */
  list(query?: ListStockQuery, options?: CallOptions): ListCall<StaffStockRow, StaffStockRowPage>
  /**
   * Stock of all clients or of one, by client and SKU, as a file for people.
   *
   * All rows of the filters, as a spreadsheet that people read: headings and values in words, the warehouse's local time, names and numbers of documents in place of ids. Programs read the list itself, as JSON or CSV: the columns here can change.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /stock/export`
   */
  export(query?: ExportStockQuery, options?: CallOptions): Call<ReadableStream<Uint8Array>>
  /**
   * Stock of one product.
   *
   * The id is the product's.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /stock/{id}`
   */
  get(id: string, query?: GetStockQuery, options?: CallOptions): Call<StaffStockRow>
  readonly adjustments: BackofficeStockAdjustments
  readonly transfers: BackofficeStockTransfers
  /**
   * Preview an egreso or a transfer.
   *
   * Returns the lots that the goods would be taken from now, and what is missing. Nothing is changed. `POST /remitos` (egreso) and `POST /stock/transfers` follow the same plan: if no stock changes in between, they take these lots.
   *
   * Requires the scope `staff:read`.
   *
   * `POST /stock/preview`
   */
  preview(body: OutgoingGoods, options?: CallOptions): Call<StockPreview>
  readonly imports: BackofficeStockImports
}

export interface BackofficeLotsTrace {
  /**
   * Where a lot came from and where its goods went.
   *
   * For a recall: every movement of the lot with its document, order and recipient, and the sums over all of them. A transfer names the other client and its lot, whose trace continues this one.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /lots/{id}/trace`
   */
  list(id: string, query?: ListLotTraceQuery, options?: CallOptions): ListCall<StaffTraceEntry, StaffLotTrace>
  /**
   * Where a lot came from and where its goods went, as a file for people.
   *
   * All rows of the filters, as a spreadsheet that people read: headings and values in words, the warehouse's local time, names and numbers of documents in place of ids. Programs read the list itself, as JSON or CSV: the columns here can change.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /lots/{id}/trace/export`
   */
  export(lotId: string, query?: ExportLotTraceQuery, options?: CallOptions): Call<ReadableStream<Uint8Array>>
}

export interface BackofficeLotsOrders {
  /**
   * Orders with goods of a lot that have not left, oldest first.
   *
   * Orders that are approved, in preparation, or back after a failed delivery, with what they have of the lot. If the lot is put on hold, these cannot be dispatched. A pending order has no goods yet: it is picked from other lots.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /lots/{id}/orders`
   */
  list(id: string, query?: ListLotOrdersQuery, options?: CallOptions): ListCall<LotOrder, LotOrderPage>
}

export interface BackofficeLots {
  /**
   * Lots of a client, first to expire first.
   *
   * Requires the scope `staff:read` or `staff:receive`.
   *
   * `GET /lots`
   */
  list(query: ListLotsQuery, options?: CallOptions): ListCall<Lot, LotPage>
  /**
   * Lots of a client, first to expire first, as a file for people.
   *
   * All rows of the filters, as a spreadsheet that people read: headings and values in words, the warehouse's local time, names and numbers of documents in place of ids. Programs read the list itself, as JSON or CSV: the columns here can change.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /lots/export`
   */
  export(query: ExportLotsQuery, options?: CallOptions): Call<ReadableStream<Uint8Array>>
  readonly trace: BackofficeLotsTrace
  /**
   * Put a lot on hold, or release it.
   *
   * A lot on hold stays in stock, but is neither picked nor available: orders, egresos and transfers leave it out. An adjustment, a count and an ingreso can still change its quantity, and goods of a voided egreso return to it.
   *
   * Pending orders keep what they have reserved. If too little is left to pick, approving them is refused with `shortages`, as after an expiry, until the lot is released. Orders that were approved before and have not left are in `orders_not_left`: dispatching them is refused until the lot is released, unless the dispatch overrides the hold.
   *
   * `reason` is required for a hold; a second hold replaces it. The client is told by `lot.held` and `lot.released`, whenever a hold begins or ends.
   *
   * Requires the scope `staff:stock`.
   *
   * `PATCH /lots/{id}`
   */
  update(id: string, body: LotChange, options?: CallOptions): Call<ChangedLot>
  readonly orders: BackofficeLotsOrders
}

export interface BackofficeLedger {
  /**
   * The stock ledger of a product, oldest first.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /ledger`
   */
  list(query: ListLedgerQuery, options?: CallOptions): ListCall<LedgerEntry, LedgerPage>
  /**
   * The stock ledger of a product, oldest first, as a file for people.
   *
   * All rows of the filters, as a spreadsheet that people read: headings and values in words, the warehouse's local time, names and numbers of documents in place of ids. Programs read the list itself, as JSON or CSV: the columns here can change.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /ledger/export`
   */
  export(query: ExportLedgerQuery, options?: CallOptions): Call<ReadableStream<Uint8Array>>
}

export interface BackofficeRemitosPdf {
  /**
   * One remito as a PDF to print.
   *
   * On A4, in the language of `Accept-Language` (`es` by default, or `en`). It shows both parties with CUIT and IVA condition, the items with lot, expiry date and vintage, totals, in how many packages the order was packed, the number as text and as bar code (Code 128), and a place to sign. An egreso has the QR code of its page, where the recipient accepts the goods. One issued under a CAI has that CAI and the bar code of the tax authority. A voided remito is marked as such on every page, and one of a sandbox as not valid (SIN VALIDEZ). With `copies`, each copy follows the other with its mark: ORIGINAL, DUPLICADO, TRIPLICADO.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /remitos/{id}/pdf`
   */
  get(id: string, query?: GetRemitoPdfQuery, options?: CallOptions): Call<Blob>
  /**
   * Several remitos as one PDF to print.
   *
   * Each as `GET /remitos/{id}/pdf` prints it, in the order of the parameters, at most 50. They can be of several clients. If one of the ids is not of a remito, none is printed.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /remitos/pdf`
   */
  list(query: ListRemitosPdfQuery, options?: CallOptions): Call<Blob>
}

export interface BackofficeRemitosAcceptancePdf {
  /**
   * The proof of an acceptance as a PDF.
   *
   * The remito as it is printed, and from a new page on who accepted which goods and when (by the clock of the phone, and when the service got it), the signature, the photos, and the SHA-256 of the PDF that was shown and of each file. In the language of `Accept-Language` (`es` by default, or `en`). A WebP picture and a PDF are named, but not printed.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /remitos/{id}/acceptance/pdf`
   */
  get(remitoId: string, query?: NoQuery, options?: CallOptions): Call<Blob>
}

export interface BackofficeRemitosAcceptance {
  /**
   * How the recipient accepted the goods of a remito.
   *
   * The acceptance that counts; without one, the late one that came last.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /remitos/{id}/acceptance`
   */
  get(id: string, query?: NoQuery, options?: CallOptions): Call<StaffAcceptance>
  /**
   * Enter an acceptance that was signed on paper.
   *
   * With a scan of the signed remito, a PDF or a picture. It means what it means on the page of the remito: an order that is in transit is delivered by it.
   *
   * Sent again with the same `submission_id`, it is answered as the first time.
   *
   * Requires the scope `staff:orders`.
   *
   * `POST /remitos/{id}/acceptance`
   */
  create(id: string, form: FormData, options?: CallOptions): Call<AcceptanceReceipt>
  readonly pdf: BackofficeRemitosAcceptancePdf
}

export interface BackofficeRemitos {
  /**
   * Remitos of every client, newest first.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /remitos`
   */
  list(query?: ListRemitosQuery, options?: CallOptions): ListCall<StaffRemito, StaffRemitoPage>
  /**
   * Enter a remito: goods received, or issued without an order.
   *
   * An **ingreso** creates lots or adds to existing ones; goods without a lot number go into `SIN-LOTE`.
   *
   * An **egreso** takes only available stock: from `lot_id`, or by default first expired, first out (FEFO), within `vintage_year` if that is given. The service numbers it. `recipient` and `reason` are printed on it. It needs the scope `staff:stock`.
   *
   * Requires the scope `staff:receive`.
   *
   * `POST /remitos`
   */
  create(body: NewRemito, options?: IdempotentOptions): Call<StaffRemitoDetail>
  /**
   * Remitos of every client, newest first, as a file for people.
   *
   * All rows of the filters, as a spreadsheet that people read: headings and values in words, the warehouse's local time, names and numbers of documents in place of ids. Programs read the list itself, as JSON or CSV: the columns here can change.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /remitos/export`
   */
  export(query?: ExportRemitosQuery, options?: CallOptions): Call<ReadableStream<Uint8Array>>
  /**
   * One remito with its items.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /remitos/{id}`
   */
  get(id: string, query?: NoQuery, options?: CallOptions): Call<StaffRemitoDetail>
  readonly pdf: BackofficeRemitosPdf
  /**
   * Share a remito with its recipient.
   *
   * Returns the link of its page, where the recipient reads it and accepts the goods, and mails link and PDF in Spanish, if there is an address to mail them to.
   *
   * Requires the scope `staff:orders`.
   *
   * `POST /remitos/{id}/share`
   */
  share(id: string, body: RemitoShare, options?: CallOptions): Call<SharedRemito>
  /**
   * Void a remito.
   *
   * The goods of an egreso return to their lots; the goods of an ingreso are removed from theirs, and from the inbound notice that they were received against.
   *
   * Requires the scope `staff:stock`.
   *
   * `POST /remitos/{id}/void`
   */
  void(id: string, body: VoidRemito, options?: IdempotentOptions): Call<StaffRemitoDetail>
  readonly acceptance: BackofficeRemitosAcceptance
}

export interface BackofficeDisputesPdf {
  /**
   * The proof of an acceptance as a PDF.
   *
   * The remito as it is printed, and from a new page on who accepted which goods and when (by the clock of the phone, and when the service got it), the signature, the photos, and the SHA-256 of the PDF that was shown and of each file. In the language of `Accept-Language` (`es` by default, or `en`). A WebP picture and a PDF are named, but not printed.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /disputes/{id}/pdf`
   */
  get(id: string, query?: NoQuery, options?: CallOptions): Call<Blob>
}

export interface BackofficeDisputes {
  /**
   * Acceptances with differences, and late ones, newest first.
   *
   * What somebody has to look into: goods that are missing, damaged or refused, and acceptances that arrived after the delivery had failed or the order was cancelled.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /disputes`
   */
  list(query?: ListDisputesQuery, options?: CallOptions): ListCall<Dispute, DisputePage>
  /**
   * One disputed acceptance.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /disputes/{id}`
   */
  get(id: string, query?: NoQuery, options?: CallOptions): Call<StaffAcceptance>
  readonly pdf: BackofficeDisputesPdf
  /**
   * Settle a dispute.
   *
   * Says in a note what was agreed. Nothing else changes.
   *
   * Requires the scope `staff:orders`.
   *
   * `POST /disputes/{id}/settle`
   */
  settle(id: string, body: SettledDispute, options?: IdempotentOptions): Call<StaffAcceptance>
}

export interface BackofficeRemitoBooks {
  /**
   * Books of remitos, newest first.
   *
   * An egreso takes the next number of the active book that was made first. While no book has ever been made, egresos are numbered from 1 for `REMITO_POINT_OF_SALE`, without a CAI.
   *
   * Requires the scope `staff:admin`.
   *
   * `GET /remito-books`
   */
  list(query?: ListRemitoBooksQuery, options?: CallOptions): ListCall<RemitoBook, RemitoBookPage>
  /**
   * Enter a book of remitos.
   *
   * From the first book on, every egreso takes its number from a book. If none is active, orders cannot be approved and no egreso is issued: enter the next book before the last number is used or the CAI expires.
   *
   * Requires the scope `staff:admin`.
   *
   * `POST /remito-books`
   */
  create(body: NewRemitoBook, options?: IdempotentOptions): Call<RemitoBook>
  /**
   * Close a book of remitos.
   *
   * No egreso takes a number from it any more. The numbers that it has not used can be entered in another book. A book that is closed already is left as it is.
   *
   * Requires the scope `staff:admin`.
   *
   * `PATCH /remito-books/{id}`
   */
  update(id: string, body: RemitoBookChange, options?: CallOptions): Call<RemitoBook>
}

export interface BackofficeInbound {
  /**
   * Inbound notices of every client, by the day on which the goods are expected, the latest first.
   *
   * Requires the scope `staff:read` or `staff:receive`.
   *
   * `GET /inbound`
   */
  list(query?: ListInboundQuery, options?: CallOptions): ListCall<StaffInboundNotice, StaffInboundNoticePage>
  /**
   * Inbound notices of every client, by the day on which the goods are expected, the latest first, as a file for people.
   *
   * All rows of the filters, as a spreadsheet that people read: headings and values in words, the warehouse's local time, names and numbers of documents in place of ids. Programs read the list itself, as JSON or CSV: the columns here can change.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /inbound/export`
   */
  export(query?: ExportInboundQuery, options?: CallOptions): Call<ReadableStream<Uint8Array>>
  /**
   * One inbound notice with its lines, and what was received of each.
   *
   * Requires the scope `staff:read` or `staff:receive`.
   *
   * `GET /inbound/{id}`
   */
  get(id: string, query?: NoQuery, options?: CallOptions): Call<StaffInboundNoticeDetail>
  /**
   * Receive what was announced.
   *
   * `receive` enters an ingreso with the goods: several can follow, also of products that were not announced. `close` ends it with a reason for each line whose `difference` is not 0. Voiding an ingreso takes its goods back: the notice is `receiving` again, and has to be closed again.
   *
   * Send `if_revision` with `receive`: a request without an answer can then be repeated without receiving the goods twice.
   *
   * | Action | From | To |
   * | --- | --- | --- |
   * | `arrive` | `announced` | `arrived` |
   * | `receive` | `arrived`, `receiving` | `receiving` |
   * | `close` | `receiving` | `received`, or `received_with_differences` |
   * | `cancel` | `announced`, `arrived` | `cancelled` |
   *
   * Requires the scope `staff:receive`.
   *
   * `PATCH /inbound/{id}`
   */
  update(id: string, body: StaffInboundChange, options?: CallOptions): Call<StaffInboundNoticeDetail>
}

export interface BackofficeReturns {
  /**
   * Returns of every client, newest first.
   *
   * Requires the scope `staff:read` or `staff:receive`.
   *
   * `GET /returns`
   */
  list(query?: ListReturnsQuery, options?: CallOptions): ListCall<StaffReturn, StaffReturnPage>
  /**
   * Expect goods of a delivered order back.
   *
   * By hand: for damaged and refused goods an acceptance makes the return by itself. Of each line of the egreso, all returns together can have what was shipped and is not missing.
   *
   * Requires the scope `staff:stock`.
   *
   * `POST /returns`
   */
  create(body: NewReturn, options?: IdempotentOptions): Call<StaffReturnDetail>
  /**
   * Returns of every client, newest first, as a file for people.
   *
   * All rows of the filters, as a spreadsheet that people read: headings and values in words, the warehouse's local time, names and numbers of documents in place of ids. Programs read the list itself, as JSON or CSV: the columns here can change.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /returns/export`
   */
  export(query?: ExportReturnsQuery, options?: CallOptions): Call<ReadableStream<Uint8Array>>
  /**
   * One return with its lines, and what was done with the goods that came.
   *
   * Requires the scope `staff:read` or `staff:receive`.
   *
   * `GET /returns/{id}`
   */
  get(id: string, query?: NoQuery, options?: CallOptions): Call<StaffReturnDetail>
  /**
   * Receive the goods of a return, or close it.
   *
   * `receive` says what came of each line and what is done with it. A line can be divided: name it once per disposition. Less than expected can come; what is left out did not come, and can be in another return.
   *
   * | Disposition | What is done |
   * | --- | --- |
   * | `restock` | back into the lot that it came from |
   * | `hold` | into a lot of the return, one per product, expiry date and vintage, with the number of the return, on hold |
   * | `write_off` | recorded; the stock does not change, because the goods had left it |
   *
   * What enters does so by an ingreso (`ingreso_id`), which cannot be voided: a wrong receipt is corrected by an adjustment. `close` ends a return that does not come; it needs the scope `staff:stock`.
   *
   * Requires the scope `staff:receive`.
   *
   * `PATCH /returns/{id}`
   */
  update(id: string, body: ReturnChange, options?: CallOptions): Call<StaffReturnDetail>
}

export interface BackofficeOrdersReturnable {
  /**
   * What can still come back of an order, by line of its egreso.
   *
   * Requires the scope `staff:read` or `staff:receive`.
   *
   * `GET /orders/{id}/returnable`
   */
  get(id: string, query?: NoQuery, options?: CallOptions): Call<Returnable>
}

export interface BackofficeOrdersPicks {
  /**
   * The lots of an order.
   *
   * For a pending order, the lots that approval would take now and what is missing. After approval, the lots that it took.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /orders/{id}/picks`
   */
  get(id: string, query?: NoQuery, options?: CallOptions): Call<OrderPicks>
}

export interface BackofficeOrdersLabels {
  /**
   * The labels of an order, one for each package.
   *
   * Of 100 × 150 mm, in the language of `Accept-Language` (`es` by default, or `en`): recipient and address, order and remito number, `1 / 3`, and as Code 128 the number of the order with that of the package: `PED-000042-1`. An order has labels once it was packed.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /orders/{id}/labels`
   */
  list(id: string, query?: NoQuery, options?: CallOptions): Call<Blob>
}

export interface BackofficeOrders {
  readonly returnable: BackofficeOrdersReturnable
  /**
   * Orders of every client, newest first.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /orders`
   */
  list(query?: ListOrdersQuery, options?: CallOptions): ListCall<StaffOrder, StaffOrderPage>
  /**
   * Orders of every client, newest first, as a file for people.
   *
   * All rows of the filters, as a spreadsheet that people read: headings and values in words, the warehouse's local time, names and numbers of documents in place of ids. Programs read the list itself, as JSON or CSV: the columns here can change.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /orders/export`
   */
  export(query?: ExportOrdersQuery, options?: CallOptions): Call<ReadableStream<Uint8Array>>
  /**
   * One order with its items and attachments.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /orders/{id}`
   */
  get(id: string, query?: NoQuery, options?: CallOptions): Call<StaffOrderDetail>
  /**
   * Change an order, its status or its packing.
   *
   * Approving issues the egreso: the goods leave the stock then, first expired, first out (FEFO). Cancelling later voids the egreso and returns the goods to their lots.
   *
   * Packing says that the goods stand ready, in how many `packages`, and with `checked` that every unit was scanned or ticked. The status stays, and it can be repeated until the order is dispatched. There is no event of its own: the events that follow carry it.
   *
   * `update` changes a pending order, as its client can: it replaces what is given and keeps the rest, all of it, or nothing if the goods are not there.
   *
   * With `if_revision`, nothing is done to an order that has changed since: the problem says what has.
   *
   * Dispatching is refused while goods of the order are of a lot on hold, until that is released or the order says `override_hold`.
   *
   * `reason` is required for reject, update, fail and cancel, and with `override_hold`; the client sees it.
   *
   * | Action | From | To | Event |
   * | --- | --- | --- | --- |
   * | `approve` | `pending` | `approved` | `order.approved` |
   * | `reject` | `pending` | `rejected` | `order.rejected` |
   * | `update` | `pending` | `pending` | `order.updated` |
   * | `prepare` | `approved` | `in_preparation` | `order.in_preparation` |
   * | `dispatch` | `in_preparation`, `failed_delivery` | `in_transit` | `order.in_transit` |
   * | `pack` | `in_preparation` | `in_preparation` | none |
   * | `deliver` | `in_transit` | `delivered` | `order.delivered` |
   * | `fail` | `in_transit` | `failed_delivery` | `order.failed_delivery` |
   * | `cancel` | `pending`, `approved`, `in_preparation`, `failed_delivery` | `cancelled` | `order.cancelled` |
   *
   * Requires the scope `staff:orders`.
   *
   * `PATCH /orders/{id}`
   */
  update(id: string, body: StaffOrderChange, options?: CallOptions): Call<StaffOrderDetail>
  readonly picks: BackofficeOrdersPicks
  readonly labels: BackofficeOrdersLabels
}

export interface BackofficeQueue {
  /**
   * Open orders of one status, oldest first.
   *
   * With what a dispatcher must know of each: client, recipient, address, quantities, remito, and what is missing to approve it.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /queue`
   */
  list(query: ListQueueQuery, options?: CallOptions): ListCall<QueuedOrder, QueuedOrderPage>
}

export interface BackofficePickListPdf {
  /**
   * The pick list of several orders as a PDF to print.
   *
   * On A4, in the language of `Accept-Language` (`es` by default, or `en`): first the totals by location, then a block for each order, with boxes to tick. One order alone has only its block.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /pick-list/pdf`
   */
  list(query: ListPickListPdfQuery, options?: CallOptions): Call<Blob>
}

export interface BackofficePickList {
  /**
   * What to take from the shelves for several orders.
   *
   * The lots that their approval took, each with its total and its share for each order, by location (those without one last), SKU and lot. `A-2` stands before `A-10`. If one of the orders has no goods to pick, there is no list.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /pick-list`
   */
  get(query: GetPickListQuery, options?: CallOptions): Call<PickList>
  readonly pdf: BackofficePickListPdf
}

export interface BackofficeTripsPdf {
  /**
   * The route sheet of a trip as a PDF to print.
   *
   * The hoja de ruta, on A4, in the language of `Accept-Language` (`es` by default, or `en`): the vehicle and what it takes, then the stops in their order with address, contact, delivery hours, packages and remitos, each remito with a QR code of its page, and room for a signature.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /trips/{id}/pdf`
   */
  get(id: string, query?: NoQuery, options?: CallOptions): Call<Blob>
}

export interface BackofficeTripsLabels {
  /**
   * The labels of all packages of a trip.
   *
   * As `GET /orders/{id}/labels`, of the orders of the trip that are packed, in the order of its stops; up to 2000 of them.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /trips/{id}/labels`
   */
  list(id: string, query?: NoQuery, options?: CallOptions): Call<Blob>
}

export interface BackofficeTrips {
  /**
   * Trips, the latest date first.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /trips`
   */
  list(query?: ListTripsQuery, options?: CallOptions): ListCall<TripSummary, TripSummaryPage>
  /**
   * Make a trip.
   *
   * A draft, with the given orders as its stops. A trip takes orders that are approved, in preparation or failed deliveries, and that the warehouse delivers (`envio`). An order is on one trip at a time.
   *
   * Requires the scope `staff:orders`.
   *
   * `POST /trips`
   */
  create(body: NewTrip, options?: IdempotentOptions): Call<Trip>
  /**
   * Trips, the latest date first, as a file for people.
   *
   * All rows of the filters, as a spreadsheet that people read: headings and values in words, the warehouse's local time, names and numbers of documents in place of ids. Programs read the list itself, as JSON or CSV: the columns here can change.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /trips/export`
   */
  export(query?: ExportTripsQuery, options?: CallOptions): Call<ReadableStream<Uint8Array>>
  /**
   * One trip with its stops.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /trips/{id}`
   */
  get(id: string, query?: NoQuery, options?: CallOptions): Call<Trip>
  /**
   * Change a trip, its stops or its status.
   *
   * Without `action`, the given members are changed, until the trip is closed. `add`, `remove` and `move` change one stop of a draft.
   *
   * `depart` puts every order of a draft in transit, all at once or none: each has to be in preparation or a failed delivery, without goods of a lot on hold. The clients' `order.in_transit` events name the vehicle (`trip`). `close` ends a trip whose stops all have an outcome. These follow from what is done to the orders: delivered, failed, cancelled.
   *
   * `if_revision` is the `revision` that was last read.
   *
   * Requires the scope `staff:orders`.
   *
   * `PATCH /trips/{id}`
   */
  update(id: string, body: TripChange, options?: CallOptions): Call<Trip>
  /**
   * Delete a draft.
   *
   * Its orders are free for another trip. Its number is not used again.
   *
   * Requires the scope `staff:orders`.
   *
   * `DELETE /trips/{id}`
   */
  delete(id: string, options?: CallOptions): Call<void>
  readonly pdf: BackofficeTripsPdf
  readonly labels: BackofficeTripsLabels
  /**
   * Make the link of the driver.
   *
   * Opens the trip on a phone, without an account. The link before, if there is one, stops working. The address is returned only in this response.
   *
   * Whoever has it reads the stops from now on. From the departure until the trip is closed, for 48 hours at most, they also hand over the goods of a stop or say that its delivery has failed.
   *
   * Requires the scope `staff:orders`.
   *
   * `POST /trips/{id}/driver-link`
   */
  driverLink(id: string, body?: NoBody, options?: CallOptions): Call<DriverLink>
}

export interface BackofficeToday {
  /**
   * What the warehouse has to do today.
   *
   * Open orders by status with the oldest of each, returns that are expected, clients with lots that have expired or are about to, webhook endpoints that are paused, the CAI of remitos, acceptances that somebody has to look into, and the state of the work in the background. The day is the warehouse's own.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /today`
   */
  get(query?: NoQuery, options?: CallOptions): Call<Today>
}

export interface BackofficeBalancesTotal {
  /**
   * The sum of the balances of all clients.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /balances/total`
   */
  get(query?: NoQuery, options?: CallOptions): Call<Balance>
}

export interface BackofficeBalances {
  /**
   * Balances of all clients, the largest debt first.
   *
   * Clients without any entry in their account are left out: nothing is owed.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /balances`
   */
  list(query?: ListBalancesQuery, options?: CallOptions): ListCall<ClientBalance, ClientBalancePage>
  /**
   * Balances of all clients, the largest debt first, as a file for people.
   *
   * All rows of the filters, as a spreadsheet that people read: headings and values in words, the warehouse's local time, names and numbers of documents in place of ids. Programs read the list itself, as JSON or CSV: the columns here can change.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /balances/export`
   */
  export(query?: ExportBalancesQuery, options?: CallOptions): Call<ReadableStream<Uint8Array>>
  readonly total: BackofficeBalancesTotal
}

export interface BackofficePayments {
  /**
   * Record a payment.
   *
   * Requires the scope `staff:account`.
   *
   * `POST /payments`
   */
  create(body: NewPayment, options?: IdempotentOptions): Call<Transaction>
}

export interface BackofficeCreditSales {
  /**
   * Record a credit sale.
   *
   * Requires the scope `staff:account`.
   *
   * `POST /credit-sales`
   */
  create(body: NewCreditSale, options?: IdempotentOptions): Call<Transaction>
}

export interface BackofficeCreditNotes {
  /**
   * Issue a credit note.
   *
   * Requires the scope `staff:account`.
   *
   * `POST /credit-notes`
   */
  create(body: NewCreditNote, options?: IdempotentOptions): Call<Transaction>
}

export interface BackofficeTransactions {
  /**
   * Reverse a wrong entry.
   *
   * Adds the opposite entry; entries are never edited. An entry can be reversed only once.
   *
   * Requires the scope `staff:account`.
   *
   * `POST /transactions/{transaction_id}/reverse`
   */
  reverse(transactionId: string, body: ReverseTransaction, options?: IdempotentOptions): Call<Transaction>
}

export interface BackofficeAudit {
  /**
   * The audit log, newest first.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /audit`
   */
  list(query?: ListAuditQuery, options?: CallOptions): ListCall<AuditEntry, AuditEntryPage>
  /**
   * The audit log, newest first, as a file for people.
   *
   * All rows of the filters, as a spreadsheet that people read: headings and values in words, the warehouse's local time, names and numbers of documents in place of ids. Programs read the list itself, as JSON or CSV: the columns here can change.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /audit/export`
   */
  export(query?: ExportAuditQuery, options?: CallOptions): Call<ReadableStream<Uint8Array>>
}

export interface BackofficeSearch {
  /**
   * Find orders, products, lots, remitos, inbound notices, returns, recipients, trips and clients.
   *
   * At most 5 of each, of all clients, the best match first: by number, reference, SKU or name, or by the beginning of one of its words.
   *
   * Requires the scope `staff:read`.
   *
   * `GET /search`
   */
  get(query: GetSearchQuery, options?: CallOptions): Call<StaffSearchResults>
}

export interface BackofficeViews {
  /**
   * Saved views of a page.
   *
   * Your own, and those that your colleagues share, by name. Without `page`: of every page.
   *
   * For people who are signed in: an API key gets `auth/session-required`.
   *
   * `GET /views`
   */
  list(query?: ListViewsQuery, options?: CallOptions): ListCall<SavedView, SavedViews>
  /**
   * Save a view.
   *
   * A user can have 100. A reader cannot share views.
   *
   * For people who are signed in: an API key gets `auth/session-required`.
   *
   * `POST /views`
   */
  create(body: NewSavedView, options?: IdempotentOptions): Call<SavedView>
  /**
   * Change a view.
   *
   * Your own, or as an administrator also one that is shared.
   *
   * For people who are signed in: an API key gets `auth/session-required`.
   *
   * `PATCH /views/{id}`
   */
  update(id: string, body: SavedViewChange, options?: CallOptions): Call<SavedView>
  /**
   * Delete a view.
   *
   * Your own, or as an administrator also one that is shared.
   *
   * For people who are signed in: an API key gets `auth/session-required`.
   *
   * `DELETE /views/{id}`
   */
  delete(id: string, options?: CallOptions): Call<void>
}

export interface BackofficeAuth {
  /**
   * Sign in.
   *
   * Sets the session cookie. With a second factor the reply is `{"twoFactorRedirect": true}`, and the cookie comes with the code.
   *
   * `POST /api/auth/sign-in/email`
   */
  signIn(body: SignInCredentials, options?: CallOptions): Call<SignInResult>
  /**
   * Enter the code of the authenticator.
   *
   * Completes a sign-in. In a session, the first code turns the second factor on. A code works once.
   *
   * `POST /api/auth/two-factor/verify-totp`
   */
  verifyTotp(body: TotpCode, options?: CallOptions): Call<SignedIn>
  /**
   * Complete a sign-in with a recovery code.
   *
   * Each code works once.
   *
   * `POST /api/auth/two-factor/verify-backup-code`
   */
  verifyRecoveryCode(body: RecoveryCode, options?: CallOptions): Call<SignedIn>
  /**
   * Sign out.
   *
   * Ends the session, if there is one, and deletes its cookie.
   *
   * `POST /api/auth/sign-out`
   */
  signOut(body?: NoBody, options?: CallOptions): Call<SignedOut>
  /**
   * Request a link to set a new password.
   *
   * The link is mailed and valid for one hour. The reply is the same whether or not the account exists.
   *
   * `POST /api/auth/request-password-reset`
   */
  requestPasswordReset(body: ResetRequest, options?: CallOptions): Call<Done>
  /**
   * Set a password with a mailed link.
   *
   * Of an invitation or a password reset. Ends all sessions and links of the user. The first password of a user begins a session: the reply sets its cookie.
   *
   * `POST /api/auth/reset-password`
   */
  resetPassword(body: NewPassword, options?: CallOptions): Call<PasswordSet>
  /**
   * Change the own password.
   *
   * Ends the other sessions, and replaces the cookie of this one.
   *
   * For people who are signed in: an API key gets `auth/session-required`.
   *
   * `POST /api/auth/change-password`
   */
  changePassword(body: PasswordChange, options?: CallOptions): Call<SignedIn>
  /**
   * Change the own name or language.
   *
   * For people who are signed in: an API key gets `auth/session-required`.
   *
   * `POST /api/auth/update-user`
   */
  updateProfile(body: ProfileChange, options?: CallOptions): Call<Done>
  /**
   * Start a second factor.
   *
   * It is asked for from the first code on that is sent to `/two-factor/verify-totp`.
   *
   * For people who are signed in: an API key gets `auth/session-required`.
   *
   * `POST /api/auth/two-factor/enable`
   */
  enableSecondFactor(body: OwnPassword, options?: CallOptions): Call<SecondFactor>
  /**
   * Remove the second factor.
   *
   * For people who are signed in: an API key gets `auth/session-required`.
   *
   * `POST /api/auth/two-factor/disable`
   */
  disableSecondFactor(body: OwnPassword, options?: CallOptions): Call<Done>
  /**
   * Replace the recovery codes.
   *
   * For people who are signed in: an API key gets `auth/session-required`.
   *
   * `POST /api/auth/two-factor/generate-backup-codes`
   */
  renewRecoveryCodes(body: OwnPassword, options?: CallOptions): Call<RecoveryCodes>
  /**
   * What a mailed link is for.
   *
   * Of an invitation or a password reset. The link can still be used afterwards.
   *
   * `POST /api/auth/describe-link`
   */
  describeLink(body: LinkToken, options?: CallOptions): Call<PasswordLink>
  /**
   * Your sessions, newest first.
   *
   * At most 20: a sign-in beyond that ends the session that was used longest ago.
   *
   * For people who are signed in: an API key gets `auth/session-required`.
   *
   * `GET /api/auth/list-sessions`
   */
  listOwnSessions(query?: NoQuery, options?: CallOptions): Call<OwnSession[]>
  /**
   * End one of your sessions.
   *
   * For people who are signed in: an API key gets `auth/session-required`.
   *
   * `POST /api/auth/revoke-session`
   */
  endSession(body: SessionToEnd, options?: CallOptions): Call<EndedSessions>
  /**
   * End all your sessions except this one.
   *
   * For people who are signed in: an API key gets `auth/session-required`.
   *
   * `POST /api/auth/revoke-other-sessions`
   */
  endOtherSessions(body?: NoBody, options?: CallOptions): Call<EndedSessions>
  /**
   * Sign out everywhere.
   *
   * For people who are signed in: an API key gets `auth/session-required`.
   *
   * `POST /api/auth/revoke-sessions`
   */
  endSessions(body?: NoBody, options?: CallOptions): Call<EndedSessions>
  /**
   * What the sign-in page offers
   *
   * `GET /api/auth/options`
   */
  getOptions(query?: NoQuery, options?: CallOptions): Call<SignInOptions>
  /**
   * Enter the demo without a password.
   *
   * Sets the session cookie. The path exists only if the service runs with demo data and is visited on the machine on which it runs.
   *
   * `POST /api/auth/demo`
   */
  enterDemo(body: DemoEntry, options?: CallOptions): Call<Done>
}

/** The resources of the API. Their methods are made from `backofficeRoutes`. */
export abstract class BackofficeResources {
  declare readonly session: BackofficeSession
  declare readonly clients: BackofficeClients
  declare readonly users: BackofficeUsers
  declare readonly staffKeys: BackofficeStaffKeys
  declare readonly products: BackofficeProducts
  declare readonly stock: BackofficeStock
  declare readonly lots: BackofficeLots
  declare readonly ledger: BackofficeLedger
  declare readonly remitos: BackofficeRemitos
  declare readonly disputes: BackofficeDisputes
  declare readonly remitoBooks: BackofficeRemitoBooks
  declare readonly inbound: BackofficeInbound
  declare readonly returns: BackofficeReturns
  declare readonly orders: BackofficeOrders
  declare readonly queue: BackofficeQueue
  declare readonly pickList: BackofficePickList
  declare readonly trips: BackofficeTrips
  declare readonly today: BackofficeToday
  declare readonly balances: BackofficeBalances
  declare readonly payments: BackofficePayments
  declare readonly creditSales: BackofficeCreditSales
  declare readonly creditNotes: BackofficeCreditNotes
  declare readonly transactions: BackofficeTransactions
  declare readonly audit: BackofficeAudit
  declare readonly search: BackofficeSearch
  declare readonly views: BackofficeViews
  declare readonly auth: BackofficeAuth
}

/** How each method is sent: see `resources.ts`. */
export const backofficeRoutes = {
  session: {
    get: 'GET',
  },
  clients: {
    list: 'LIST',
    create: 'POST!',
    export: 'STREAM .',
    get: 'GET {id}',
    update: 'PATCH {id}',
    inspect: 'POST {id}/.',
    name: {
      get: 'GET :',
    },
    keys: {
      list: 'LIST :',
      create: 'POST :',
      rotate: 'POST :/{key_id}/.',
      delete: 'DELETE :/{key_id}',
    },
    users: {
      list: 'LIST :',
    },
    sandbox: {
      get: 'GET :',
    },
    products: {
      list: 'LIST :',
      create: 'POST! :',
    },
    destinatarios: {
      list: 'LIST :',
    },
    overview: {
      get: 'GET :',
    },
    balance: {
      get: 'GET :',
    },
    transactions: {
      list: 'LIST :',
      export: 'STREAM :/.',
    },
    names: {
      get: 'GET',
    },
    webhooks: {
      list: 'ROWS :',
      test: 'POST :/{webhook_id}/.',
    },
  },
  users: {
    list: 'LIST',
    create: 'POST!',
    export: 'STREAM .',
    update: 'PATCH {id}',
    delete: 'DELETE {id}',
    resetSecondFactor: 'POST {id}/.',
  },
  staffKeys: {
    list: 'LIST /staff-keys',
    create: 'POST /staff-keys',
    export: 'STREAM /staff-keys/.',
    rotate: 'POST /staff-keys/{id}/.',
    delete: 'DELETE /staff-keys/{id}',
  },
  products: {
    get: 'GET {id}',
    update: 'PATCH {id}',
    imports: {
      create: 'CSV!',
    },
  },
  stock: {
    list: 'LIST',
    export: 'STREAM .',
    get: 'GET {id}',
    preview: 'POST* .',
    adjustments: {
      create: 'POST!',
    },
    transfers: {
      create: 'POST!',
    },
    imports: {
      create: 'CSV!',
      list: 'LIST',
      export: 'STREAM .',
      get: 'GET {id}',
      lots: {
        list: 'LIST :',
        export: 'STREAM :/.',
      },
    },
  },
  lots: {
    list: 'LIST',
    export: 'STREAM .',
    update: 'PATCH {id}',
    trace: {
      list: 'LIST :',
      export: 'STREAM :/.',
    },
    orders: {
      list: 'LIST :',
    },
  },
  ledger: {
    list: 'LIST',
    export: 'STREAM .',
  },
  remitos: {
    list: 'LIST',
    create: 'POST!',
    export: 'STREAM .',
    get: 'GET {id}',
    share: 'POST {id}/.',
    void: 'POST! {id}/.',
    pdf: {
      get: 'BLOB :',
      list: 'BLOB',
    },
    acceptance: {
      get: 'GET :',
      create: 'FILE :',
      pdf: {
        get: 'BLOB /remitos/{id}/acceptance/pdf',
      },
    },
  },
  disputes: {
    list: 'LIST',
    get: 'GET {id}',
    settle: 'POST! {id}/.',
    pdf: {
      get: 'BLOB :',
    },
  },
  remitoBooks: {
    list: 'LIST /remito-books',
    create: 'POST! /remito-books',
    update: 'PATCH /remito-books/{id}',
  },
  inbound: {
    list: 'LIST',
    export: 'STREAM .',
    get: 'GET {id}',
    update: 'PATCH? {id}',
  },
  returns: {
    list: 'LIST',
    create: 'POST!',
    export: 'STREAM .',
    get: 'GET {id}',
    update: 'PATCH? {id}',
  },
  orders: {
    list: 'LIST',
    export: 'STREAM .',
    get: 'GET {id}',
    update: 'PATCH? {id}',
    returnable: {
      get: 'GET :',
    },
    picks: {
      get: 'GET :',
    },
    labels: {
      list: 'BLOB :',
    },
  },
  queue: {
    list: 'LIST',
  },
  pickList: {
    get: 'GET /pick-list',
    pdf: {
      list: 'BLOB /pick-list/pdf',
    },
  },
  trips: {
    list: 'LIST',
    create: 'POST!',
    export: 'STREAM .',
    get: 'GET {id}',
    update: 'PATCH {id}',
    delete: 'DELETE {id}',
    driverLink: 'POST {id}/.',
    pdf: {
      get: 'BLOB :',
    },
    labels: {
      list: 'BLOB :',
    },
  },
  today: {
    get: 'GET',
  },
  balances: {
    list: 'LIST',
    export: 'STREAM .',
    total: {
      get: 'GET',
    },
  },
  payments: {
    create: 'POST!',
  },
  creditSales: {
    create: 'POST! /credit-sales',
  },
  creditNotes: {
    create: 'POST! /credit-notes',
  },
  transactions: {
    reverse: 'POST! {transaction_id}/.',
  },
  audit: {
    list: 'LIST',
    export: 'STREAM .',
  },
  search: {
    get: 'GET',
  },
  views: {
    list: 'ROWS',
    create: 'POST!',
    update: 'PATCH {id}',
    delete: 'DELETE {id}',
  },
  auth: {
    signIn: 'POST /api/auth/sign-in/email',
    verifyTotp: 'POST /api/auth/two-factor/.',
    verifyRecoveryCode: 'POST /api/auth/two-factor/verify-backup-code',
    signOut: 'POST /api/auth/.',
    requestPasswordReset: 'POST /api/auth/.',
    resetPassword: 'POST /api/auth/.',
    changePassword: 'POST /api/auth/.',
    updateProfile: 'POST /api/auth/update-user',
    enableSecondFactor: 'POST /api/auth/two-factor/enable',
    disableSecondFactor: 'POST /api/auth/two-factor/disable',
    renewRecoveryCodes: 'POST /api/auth/two-factor/generate-backup-codes',
    describeLink: 'POST /api/auth/.',
    listOwnSessions: 'GET /api/auth/list-sessions',
    endSession: 'POST /api/auth/revoke-session',
    endOtherSessions: 'POST /api/auth/revoke-other-sessions',
    endSessions: 'POST /api/auth/revoke-sessions',
    getOptions: 'GET /api/auth/options',
    enterDemo: 'POST /api/auth/demo',
  },
} as const
