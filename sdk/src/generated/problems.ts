// Generated from the contract by npm run sdk:types. Do not edit.
import type { FieldError, LineError, SheetError } from './faults.ts'
import type { ExistingNotice, HeldGoods, NotReadyOrder, Open, OpenStop, OrderOnTrip, OrderUpdate, RefusedOrder, Shortage } from './schemas.ts'

/** Every problem that the service reports, with the members that it adds to the problem document. */
export interface ProblemExtras {
  /** Missing credentials */
  'auth/missing-credentials': unknown
  /** Invalid API key */
  'auth/invalid-key': unknown
  /** Account suspended */
  'auth/client-suspended': unknown
  /** Insufficient scope */
  'auth/insufficient-scope': { required_scopes: string[]; granted_scopes: string[] }
  /** Two credentials */
  'auth/ambiguous-credentials': unknown
  /** Session ended */
  'auth/invalid-session': unknown
  /** Session required */
  'auth/session-required': unknown
  /** Administrator required */
  'auth/administrator-required': unknown
  /** No inspection of this client */
  'auth/inspection-required': unknown
  /** Read only */
  'auth/read-only': unknown
  /** Cross-origin request */
  'auth/cross-origin': unknown
  /** Sign-in failed */
  'auth/invalid-login': unknown
  /** Wrong password */
  'auth/wrong-password': unknown
  /** Invalid link */
  'auth/invalid-link': unknown
  /** Invalid code */
  'auth/invalid-code': unknown
  /** Sign-in expired */
  'auth/second-factor-expired': unknown
  /** Second factor */
  'auth/second-factor-state': unknown
  /** User not found */
  'users/not-found': unknown
  /** E-mail address taken */
  'users/duplicate-email': unknown
  /** Last administrator */
  'users/last-administrator': unknown
  /** No second factor */
  'users/no-second-factor': unknown
  /** Your own second factor */
  'users/own-second-factor': unknown
  /** Key not found */
  'keys/not-found': unknown
  /** Malformed request */
  'validation/malformed-request': unknown
  /** Headers too large */
  'validation/headers-too-large': unknown
  /** Malformed JSON */
  'validation/malformed-json': unknown
  /** Invalid parameter */
  'validation/invalid-parameter': { errors: FieldError[] }
  /** Invalid cursor */
  'validation/invalid-cursor': unknown
  /** Invalid body */
  'validation/invalid-body': { errors: FieldError[] }
  /** Unsupported media type */
  'validation/unsupported-media-type': unknown
  /** Payload too large */
  'validation/payload-too-large': unknown
  /** Path not found */
  'routing/not-found': unknown
  /** Method not allowed */
  'routing/method-not-allowed': unknown
  /** Rate limit exceeded */
  'rate-limit/exceeded': { tier: Open<'read' | 'write' | 'burst' | 'auth'> }
  /** Idempotency-Key required */
  'idempotency/key-required': unknown
  /** Invalid Idempotency-Key */
  'idempotency/key-invalid': unknown
  /** Idempotency-Key reused */
  'idempotency/key-reused-with-different-body': unknown
  /** Request in progress */
  'idempotency/request-in-progress': unknown
  /** Stock row not found */
  'stock/not-found': unknown
  /** Insufficient stock */
  'stock/insufficient-stock': { shortages: Shortage[] }
  /** Lot not found */
  'lots/not-found': unknown
  /** Lot on hold */
  'lots/on-hold': { errors: FieldError[] }
  /** Invalid file */
  'imports/invalid-file': { errors: LineError[] }
  /** Invalid sheet */
  'imports/invalid-sheet': { errors: SheetError[] }
  /** Import not found */
  'imports/not-found': unknown
  /** Stock changed since the dry run */
  'imports/stock-changed': unknown
  /** Remito not found */
  'remitos/not-found': unknown
  /** Some remitos not found */
  'remitos/some-not-found': { errors: FieldError[] }
  /** Insufficient stock */
  'remitos/insufficient-stock': { shortages: Shortage[] }
  /** Duplicate remito number */
  'remitos/duplicate-number': unknown
  /** Remito already voided */
  'remitos/already-voided': unknown
  /** Goods no longer in stock */
  'remitos/goods-gone': unknown
  /** Remito belongs to an order */
  'remitos/belongs-to-order': unknown
  /** Remito belongs to a return */
  'remitos/belongs-to-return': unknown
  /** Book of remitos not found */
  'remitos/book-not-found': unknown
  /** Numbers of another book */
  'remitos/book-overlap': unknown
  /** No book of remitos to number from */
  'remitos/no-active-book': unknown
  /** Unknown link */
  'remitos/unknown-link': unknown
  /** Remito already accepted */
  'remitos/already-accepted': { name: string | null; at: string }
  /** The goods have not left the warehouse */
  'remitos/not-under-way': unknown
  /** Remito without an order */
  'remitos/without-order': unknown
  /** Remito not accepted */
  'remitos/not-accepted': unknown
  /** Nothing to settle */
  'remitos/not-disputed': unknown
  /** Acceptance not found */
  'remitos/acceptance-not-found': unknown
  /** Notice not found */
  'inbound/not-found': unknown
  /** Duplicate reference */
  'inbound/duplicate-reference': { existing: ExistingNotice }
  /** Unknown product */
  'inbound/unknown-product': { errors: FieldError[] }
  /** Notice not changeable */
  'inbound/not-changeable': { current_status: string }
  /** Notice changed meanwhile */
  'inbound/changed-meanwhile': { revision: number }
  /** Invalid transition */
  'inbound/invalid-transition': { current_status: string; allowed_actions: string[] }
  /** Return not found */
  'returns/not-found': unknown
  /** Order not delivered */
  'returns/order-not-delivered': { current_status: string }
  /** Invalid transition */
  'returns/invalid-transition': { current_status: string; allowed_actions: string[] }
  /** Product not found */
  'products/not-found': unknown
  /** Duplicate SKU */
  'products/duplicate-sku': unknown
  /** Duplicate GTIN */
  'products/duplicate-gtin': unknown
  /** Product in stock */
  'products/in-stock': unknown
  /** Archived product */
  'products/archived': { errors: FieldError[] }
  /** Order not found */
  'orders/not-found': unknown
  /** Unknown destinatario */
  'orders/unknown-destinatario': { errors: FieldError[] }
  /** Unknown product */
  'orders/unknown-product': { errors: FieldError[] }
  /** Insufficient stock */
  'orders/insufficient-stock': { shortages: Shortage[] }
  /** Batch refused */
  'orders/batch-refused': { refused: RefusedOrder[] }
  /** Order not cancellable */
  'orders/not-cancellable': { current_status: string }
  /** Order not changeable */
  'orders/not-changeable': { current_status: string }
  /** Order changed meanwhile */
  'orders/changed-meanwhile': { revision: number; changes: OrderUpdate[]; current_status: string }
  /** Invalid transition */
  'orders/invalid-transition': { current_status: string; allowed_actions: string[] }
  /** Goods of a lot on hold */
  'orders/lot-on-hold': { lots: HeldGoods[] }
  /** Order on a trip */
  'orders/on-trip': { on_trips: OrderOnTrip[] }
  /** Orders without goods to pick */
  'orders/not-to-pick': { errors: FieldError[] }
  /** Order not packed */
  'orders/not-packed': unknown
  /** Destinatario not found */
  'destinatarios/not-found': unknown
  /** Attachment not found */
  'attachments/not-found': unknown
  /** Not a PDF */
  'attachments/unsupported-type': unknown
  /** File too large */
  'attachments/too-large': unknown
  /** Too many attachments */
  'attachments/limit-reached': unknown
  /** Order closed */
  'attachments/order-closed': unknown
  /** Attachment not removable */
  'attachments/not-removable': { current_status: string }
  /** Invalid link */
  'attachments/invalid-link': unknown
  /** Trip not found */
  'trips/not-found': unknown
  /** Trip changed meanwhile */
  'trips/changed-meanwhile': { revision: number }
  /** Trip has departed */
  'trips/not-draft': { current_status: string }
  /** Trip not under way */
  'trips/not-under-way': { current_status: string }
  /** Trip closed */
  'trips/closed': { current_status: string }
  /** Order on a trip */
  'trips/order-on-trip': { on_trips: OrderOnTrip[] }
  /** Orders not ready */
  'trips/orders-not-ready': { orders: NotReadyOrder[] }
  /** Too many labels */
  'trips/too-many-labels': unknown
  /** No stops */
  'trips/no-stops': unknown
  /** Order not on this trip */
  'trips/not-a-stop': unknown
  /** Too many stops */
  'trips/too-many-stops': unknown
  /** Stops without an outcome */
  'trips/stops-open': { stops: OpenStop[] }
  /** Unknown link */
  'trips/unknown-link': unknown
  /** Nothing can be reported with this link now */
  'trips/link-cannot-report': { refusal: Open<'not-departed' | 'closed' | 'expired'> }
  /** Stop not found */
  'trips/stop-not-found': unknown
  /** Stop has an outcome */
  'trips/stop-done': { outcome: Open<'delivered' | 'failed' | 'cancelled'> }
  /** Client not found */
  'clients/not-found': unknown
  /** Duplicate CUIT or DNI */
  'clients/duplicate-cuit': unknown
  /** Transaction not found */
  'transactions/not-found': unknown
  /** Entry already reversed */
  'account/already-reversed': unknown
  /** Duplicate credit note number */
  'account/duplicate-number': unknown
  /** Webhook endpoint not found */
  'webhooks/not-found': unknown
  /** Webhook URL not allowed */
  'webhooks/url-not-allowed': { errors: FieldError[] }
  /** Too many webhook endpoints */
  'webhooks/endpoint-limit-reached': unknown
  /** Duplicate webhook URL */
  'webhooks/duplicate-url': unknown
  /** Delivery not retryable */
  'webhooks/delivery-not-retryable': { current_status: string }
  /** Endpoint paused */
  'webhooks/endpoint-paused': unknown
  /** Too many events to replay */
  'webhooks/replay-too-large': unknown
  /** Delivery not found */
  'deliveries/not-found': unknown
  /** Too many live streams */
  'live/too-many-streams': unknown
  /** View not found */
  'views/not-found': unknown
  /** Name taken */
  'views/duplicate-name': unknown
  /** Too many views */
  'views/limit-reached': unknown
  /** Wrong environment */
  'sandbox/wrong-environment': unknown
  /** No sandbox yet */
  'sandbox/not-created': unknown
  /** Only in the sandbox */
  'sandbox/live-key': unknown
  /** No sandbox */
  'sandbox/not-found': unknown
  /** Sandbox being reset */
  'sandbox/resetting': unknown
  /** Sandbox full */
  'sandbox/limit-reached': unknown
  /** Not in the sandbox */
  'sandbox/live-only': unknown
  /** Script not startable */
  'sandbox/script-not-startable': { current_status: string; scripts: string[] }
  /** The day cannot go back */
  'sandbox/clock-backwards': unknown
  /** No simulation */
  'sandbox/not-simulated': unknown
  /** Internal error */
  'server/internal': unknown
  /** Temporarily unavailable */
  'server/unavailable': unknown
}

/** New ones may be added: treat an unknown code by the status of the response. */
export type ProblemCode = keyof ProblemExtras
