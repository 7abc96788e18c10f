// Generated from the contract by npm run sdk:types. Do not edit.
import type { FieldError, LineError } from './faults.ts'
import type { HeldGoods, Open, Shortage } from './schemas.ts'

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
  /** Order not cancellable */
  'orders/not-cancellable': { current_status: string }
  /** Invalid transition */
  'orders/invalid-transition': { current_status: string; allowed_actions: string[] }
  /** Goods of a lot on hold */
  'orders/lot-on-hold': { lots: HeldGoods[] }
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
  /** Internal error */
  'server/internal': unknown
  /** Temporarily unavailable */
  'server/unavailable': unknown
}

/** New ones may be added: treat an unknown code by the status of the response. */
export type ProblemCode = keyof ProblemExtras
