// The catalogue of everything that can go wrong. One entry gives the status, the title, the default detail
// of the problem document and the text of the page behind its `type` URL.
import { type Static, type TSchema, Type } from 'typebox'
import { Id, Named, Nullable, Quantity } from './primitives.ts'

type Entry = {
  status: number
  title: string
  /** The detail when the thrower has nothing more precise to say. */
  detail: string
  /** What the reader of the error page should do. */
  remedy: string
  /** Headers that come with it, for the reference. */
  headers?: readonly string[]
  /** Members that this problem carries beside the common ones. */
  extra?: readonly ProblemExtra[]
  /** Where such a member has another shape here than in other problems. */
  shapes?: Partial<Record<ProblemExtra, TSchema>>
}

export const FieldError = Named('FieldError', {
  pointer: Type.String({
    description: 'A JSON Pointer into the body, or the name of the parameter',
    examples: ['/items/0/quantity'],
  }),
  detail: Type.String({ examples: ['must be greater than 0'] }),
})
export type FieldError = Static<typeof FieldError>

export const LineError = Named('LineError', {
  line: Type.Integer({ description: 'Line of the file; its first line is 1', examples: [99_999] }),
  column: Nullable(
    Type.String({ description: 'The name of the column; null: the line as a whole', examples: ['quantity'] }),
  ),
  detail: Type.String({ examples: ['must be at least 0'] }),
})
export type LineError = Static<typeof LineError>

export const Shortage = Named('Shortage', {
  product_id: Id,
  requested: Quantity,
  available: Quantity,
  vintage_year: Type.Optional(
    Type.Integer({ description: 'Where the shortage is within this vintage', examples: [2021] }),
  ),
})
export type Shortage = Static<typeof Shortage>

export const problemExtras = {
  errors: Type.Array(FieldError, { description: 'Every fault of the input, up to 20' }),
  required_scopes: Type.Array(Type.String(), { examples: [['read:stock']] }),
  granted_scopes: Type.Array(Type.String(), { examples: [['read:orders']] }),
  tier: Type.String({ enum: ['read', 'write', 'burst', 'auth'], examples: ['burst'] }),
  shortages: Type.Array(Shortage),
  current_status: Type.String({ examples: ['in_transit'] }),
  allowed_actions: Type.Array(Type.String(), { examples: [['deliver', 'fail']] }),
} satisfies Record<string, TSchema>
export type ProblemExtra = keyof typeof problemExtras

const unauthorized = { status: 401, headers: ['WWW-Authenticate'] } as const
const notFound = (what: string) =>
  ({
    status: 404,
    title: `${what} not found`,
    detail: `There is no ${what.toLowerCase()} with this id.`,
    remedy:
      'Check the id. It must come from a list or an answer of this same account: ids of other accounts are answered as if they did not exist.',
  }) as const

export const problems = {
  'auth/missing-credentials': {
    ...unauthorized,
    title: 'Missing credentials',
    detail: 'Send your API key in the header "Authorization: Bearer <API_KEY>".',
    remedy:
      'Add the header "Authorization: Bearer <API_KEY>" with a key made for you by the warehouse. The word Bearer, one space and the key, nothing else.',
  },
  'auth/invalid-key': {
    ...unauthorized,
    title: 'Invalid API key',
    detail: 'This API key is unknown, revoked or expired.',
    remedy:
      'Check that the key was copied whole (a portal key has 49 characters and starts with "pk_"). If it was revoked or has expired, ask for a new one.',
  },
  'auth/client-suspended': {
    status: 403,
    title: 'Account suspended',
    detail: 'The account that owns this key is suspended.',
    remedy:
      'Ask the warehouse why the account is suspended. The key works again as soon as the account does.',
  },
  'auth/insufficient-scope': {
    status: 403,
    title: 'Insufficient scope',
    detail: 'This key does not have the scope that the request needs.',
    remedy:
      'Compare required_scopes with granted_scopes, and use a key that has the missing scope. A write scope does not include its read scope.',
    extra: ['required_scopes', 'granted_scopes'],
  },
  'validation/malformed-request': {
    status: 400,
    title: 'Malformed request',
    detail: 'This is not a well-formed HTTP request.',
    remedy:
      'Use an HTTP client library rather than writing the request by hand. Headers may take 16 KiB in all. The status is 431 where they are larger, 408 where the request did not arrive in time.',
  },
  'validation/malformed-json': {
    status: 400,
    title: 'Malformed JSON',
    detail: 'The body is not valid JSON.',
    remedy: 'Send a body that a JSON parser accepts, in UTF-8.',
  },
  'validation/invalid-parameter': {
    status: 400,
    title: 'Invalid parameter',
    detail: 'A query or path parameter is not valid.',
    remedy:
      'See "errors": each entry names the parameter and what is wrong with it. Unknown parameters are refused, so that a misspelt filter never returns everything.',
    extra: ['errors'],
  },
  'validation/invalid-cursor': {
    status: 400,
    title: 'Invalid cursor',
    detail: 'This cursor was not issued for this list with these filters.',
    remedy:
      'Pass next_cursor of the previous page unchanged, with the same filters as that page, or start again without a cursor.',
  },
  'validation/invalid-body': {
    status: 422,
    title: 'Invalid body',
    detail: 'The body does not have the expected shape.',
    remedy:
      'See "errors": each entry points at a member of the body and says what is wrong with it. Unknown members are refused.',
    extra: ['errors'],
  },
  'validation/unsupported-media-type': {
    status: 415,
    title: 'Unsupported media type',
    detail: 'Send the body as application/json.',
    remedy:
      'Set the Content-Type that the operation expects: application/json, multipart/form-data for a file, text/csv for a count.',
  },
  'validation/payload-too-large': {
    status: 413,
    title: 'Payload too large',
    detail: 'The body is larger than 1 MiB.',
    remedy: 'Send less in one request.',
  },
  'routing/not-found': {
    status: 404,
    title: 'No such path',
    detail: 'There is nothing at this path.',
    remedy: 'Compare the path with the API reference at /docs. Paths have no trailing slash.',
  },
  'routing/method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    detail: 'This path does not answer to this method.',
    remedy: 'Use one of the methods in the Allow header.',
    headers: ['Allow'],
  },
  'stock/not-found': notFound('Stock row'),
  'remitos/not-found': notFound('Remito'),
  'orders/not-found': notFound('Order'),
  'destinatarios/not-found': notFound('Destinatario'),
  'clients/not-found': notFound('Client'),
  'products/not-found': notFound('Product'),
  'keys/not-found': notFound('Key'),
  'lots/not-found': notFound('Lot'),
  'transactions/not-found': notFound('Transaction'),
  'attachments/not-found': notFound('Attachment'),
  'orders/unknown-destinatario': {
    status: 422,
    title: 'Unknown destinatario',
    detail: 'destinatario_id does not name a destinatario of yours.',
    remedy:
      'Use the id of one of your destinatarios (GET /destinatarios). Deleted ones cannot be ordered for.',
    extra: ['errors'],
  },
  'orders/unknown-product': {
    status: 422,
    title: 'Unknown product',
    detail: 'The order names a product that is not yours, or is archived.',
    remedy:
      'Use the product ids of GET /stock, which leaves archived products out. "errors" points at each item in question.',
    extra: ['errors'],
  },
  'orders/insufficient-stock': {
    status: 422,
    title: 'Insufficient stock',
    detail: 'There is not enough available stock for this order.',
    remedy:
      'Compare "requested" with "available" in each of "shortages", and order less, or wait for stock. Available is what has not expired and is not reserved by pending orders. On approval the status is 409: the stock was there when the order was made and is gone since.',
    extra: ['shortages'],
  },
  'orders/not-cancellable': {
    status: 409,
    title: 'Order not cancellable',
    detail: 'An order can be cancelled while it is pending or approved.',
    remedy: 'The order has gone further than that (see "current_status"). Ask the warehouse to stop it.',
    extra: ['current_status'],
  },
  'orders/invalid-transition': {
    status: 409,
    title: 'Invalid transition',
    detail: 'The order is not in a state that allows this action.',
    remedy:
      'See "current_status" and "allowed_actions". Somebody else may have acted on the order first: read it again.',
    extra: ['current_status', 'allowed_actions'],
  },
  'remitos/insufficient-stock': {
    status: 422,
    title: 'Insufficient stock',
    detail: 'There is not enough available stock for this egreso.',
    remedy:
      'An egreso may take only what has not expired and is not reserved by pending orders. See "shortages".',
    extra: ['shortages'],
  },
  'stock/insufficient-stock': {
    status: 422,
    title: 'Insufficient stock',
    detail: 'There is not enough stock for this movement.',
    remedy: 'See "shortages": a lot can never go below zero, and a transfer may take only what is available.',
    extra: ['shortages'],
  },
  'remitos/duplicate-number': {
    status: 409,
    title: 'Duplicate remito number',
    detail: 'This client already has an ingreso with this number.',
    remedy:
      'The goods seem to have been entered already. If the first ingreso was wrong, void it, then enter it again.',
  },
  'remitos/already-voided': {
    status: 409,
    title: 'Remito already voided',
    detail: 'This remito is voided already.',
    remedy: 'Nothing needs to be done.',
  },
  'remitos/goods-gone': {
    status: 409,
    title: 'Goods gone',
    detail: 'Goods of this ingreso have left their lots since.',
    remedy:
      'An ingreso can be voided while all its goods are still there. Correct the stock by an adjustment instead.',
  },
  'remitos/belongs-to-order': {
    status: 409,
    title: 'Remito belongs to an order',
    detail: 'This egreso was issued for an order.',
    remedy: 'Cancel the order: that voids its egreso and returns the goods.',
  },
  'products/duplicate-sku': {
    status: 409,
    title: 'Duplicate SKU',
    detail: 'This client already has a product with this SKU.',
    remedy: 'Use the product that exists, or another SKU. The SKU of an archived product stays taken.',
  },
  'products/in-stock': {
    status: 409,
    title: 'Product in stock',
    detail: 'Only a product without stock and without pending orders can be archived.',
    remedy:
      'Take the goods out of the stock (an egreso, a transfer or an adjustment) and settle the pending orders, then archive the product.',
  },
  'products/archived': {
    status: 422,
    title: 'Archived product',
    detail: 'An archived product takes no goods.',
    remedy:
      'Use another product, or bring this one back with PATCH /products/{id} and {"archived": false}. "errors" points at each place in question.',
    extra: ['errors'],
  },
  'account/already-reversed': {
    status: 409,
    title: 'Entry already reversed',
    detail: 'This entry was reversed before, or is itself a reversal.',
    remedy: 'An entry is reversed once. If the reversal was wrong, record the original anew.',
  },
  'account/duplicate-number': {
    status: 409,
    title: 'Duplicate credit note number',
    detail: 'This client already has a credit note with this number.',
    remedy:
      'If this credit note was issued already, nothing needs to be done. Otherwise give it another number: the number of a reversed credit note stays taken.',
  },
  'clients/duplicate-cuit': {
    status: 409,
    title: 'Duplicate CUIT or DNI',
    detail: 'Another client already has this CUIT or DNI.',
    remedy: 'Use the client that exists, or correct the number.',
  },
  'imports/invalid-file': {
    status: 422,
    title: 'Invalid file',
    detail: 'The file has lines that cannot be accepted. Nothing was changed.',
    remedy:
      'See "errors": line, column and what is wrong, up to 20 of them. Mend them and send the whole file again.',
    extra: ['errors'],
    shapes: { errors: Type.Array(LineError, { description: 'The first faults by line, up to 20' }) },
  },
  'idempotency/key-required': {
    status: 400,
    title: 'Idempotency-Key required',
    detail: 'Send an Idempotency-Key header: any unique string, a UUID for instance.',
    remedy: 'Make a new key for each order you want, and send the same key again when you retry that order.',
  },
  'idempotency/key-invalid': {
    status: 400,
    title: 'Invalid Idempotency-Key',
    detail: 'Idempotency-Key must have 1 to 255 characters.',
    remedy: 'A UUID is a good key.',
  },
  'idempotency/key-reused-with-different-body': {
    status: 409,
    title: 'Idempotency-Key reused',
    detail: 'This Idempotency-Key was already used with a different body.',
    remedy: 'A key stands for one request. Use a new key for a new request.',
  },
  'idempotency/request-in-progress': {
    status: 409,
    title: 'Request in progress',
    detail: 'A request with this Idempotency-Key is still running.',
    remedy:
      'Wait for the number of seconds in Retry-After and send the same request again: you will get its answer.',
    headers: ['Retry-After'],
  },
  'attachments/unsupported-type': {
    status: 415,
    title: 'Not a PDF',
    detail: 'Only PDF files can be attached.',
    remedy: 'The file must be a PDF by its content (it starts with %PDF-) and its name must end in .pdf.',
  },
  'attachments/too-large': {
    status: 413,
    title: 'File too large',
    detail: 'An attachment may have at most 10 MiB.',
    remedy: 'Make the file smaller, or split it.',
  },
  'attachments/limit-reached': {
    status: 409,
    title: 'Too many attachments',
    detail: 'An order may have at most 20 attachments.',
    remedy: 'Put several documents into one PDF.',
  },
  'attachments/order-closed': {
    status: 409,
    title: 'Order closed',
    detail: 'Nothing can be attached to a rejected or cancelled order.',
    remedy: 'Attach the file to the order that takes its place.',
  },
  'attachments/invalid-link': {
    status: 403,
    title: 'Invalid link',
    detail: 'This link is not valid, or older than an hour.',
    remedy: 'Read the order again: each read makes fresh links.',
  },
  'webhooks/not-found': notFound('Webhook endpoint'),
  'deliveries/not-found': notFound('Delivery'),
  'webhooks/url-not-allowed': {
    status: 422,
    title: 'Webhook URL not allowed',
    detail: 'The URL must be https, without credentials, and lead to a public address on the Internet.',
    remedy:
      'Use a public https address. Private, loopback, link-local and reserved addresses, single-label names and names such as *.local or *.internal are refused, also where a name resolves to one of them.',
    extra: ['errors'],
  },
  'webhooks/endpoint-limit-reached': {
    status: 409,
    title: 'Too many webhook endpoints',
    detail: 'A client may have at most 20 webhook endpoints.',
    remedy: 'Delete one that is no longer needed, or subscribe one endpoint to more events.',
  },
  'webhooks/duplicate-url': {
    status: 409,
    title: 'Duplicate webhook URL',
    detail: 'You already have an endpoint with this URL.',
    remedy: 'Change the events of the endpoint that exists (PATCH /webhooks/{id}).',
  },
  'webhooks/delivery-not-retryable': {
    status: 409,
    title: 'Delivery not retryable',
    detail: 'Only a failed or abandoned delivery can be retried.',
    remedy:
      'A pending delivery will be attempted by itself (see next_attempt_at); a succeeded one has arrived.',
    extra: ['current_status'],
  },
  'webhooks/endpoint-paused': {
    status: 409,
    title: 'Endpoint paused',
    detail:
      'This endpoint is paused: nothing is sent to it. Re-activate it first: PATCH /webhooks/{id} with {"status": "active"}.',
    remedy:
      'Mend the receiver, set the endpoint to active (PATCH /webhooks/{id} with status active), then retry.',
  },
  'rate-limit/exceeded': {
    status: 429,
    title: 'Rate limit exceeded',
    detail: 'Too many requests.',
    remedy:
      'Wait for the number of seconds in Retry-After, then go on. Back off exponentially if it happens again. Send If-None-Match to keep polling cheap, and use webhooks instead of polling where you can.',
    headers: ['Retry-After'],
    extra: ['tier'],
  },
  'server/internal': {
    status: 500,
    title: 'Internal error',
    detail: 'Something went wrong on our side. It has been recorded under the request id.',
    remedy: 'Try again. If it persists, report the request_id.',
  },
  'server/unavailable': {
    status: 503,
    title: 'Temporarily unavailable',
    detail: 'The service cannot reach its database just now.',
    remedy: 'Try again after the number of seconds in Retry-After.',
    headers: ['Retry-After'],
  },
} as const satisfies Record<string, Entry>

export type ProblemCode = keyof typeof problems
export const problemEntry = (code: ProblemCode): Entry => problems[code]

export const Problem = Named(
  'Problem',
  {
    type: Type.String({
      format: 'uri',
      description: '`{base_url}/errors/<category>/<code>`; opens as a page that explains the error',
      examples: ['http://localhost:3000/errors/validation/invalid-parameter'],
    }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    instance: Type.String({ description: 'The path of the request', examples: ['/api/v1/portal/stock'] }),
    request_id: Type.String({ examples: ['req_0199b1c26f3a7c419d2e5b8a4f0e7d10'] }),
  },
  { additionalProperties: true, description: 'RFC 7807. Some problems carry further members' },
)
export type Problem = Static<typeof Problem>
