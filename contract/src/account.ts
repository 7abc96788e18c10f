import { CreatedBetween } from './paging.ts'
import { Amount, AmountIn, Id, Named, Nullable, OneOf, Text, Timestamp } from './primitives.ts'
import { type Static, Type } from './type.ts'

export const Balance = Named('Balance', {
  saldo: Type.Number({
    description: '`total_fiado` − `total_pagado`, in ARS. Positive: the client owes money',
    examples: [182500.75],
  }),
  total_fiado: Type.Number({ description: 'Credit sales minus credit notes, in ARS', examples: [482500.75] }),
  total_pagado: Type.Number({ description: 'Payments received, in ARS', examples: [300000] }),
})
export type Balance = Static<typeof Balance>

export const paymentMethods = ['efectivo', 'tarjeta', 'transferencia', 'qr', 'cheque'] as const
export const PaymentMethod = OneOf(paymentMethods, { examples: ['transferencia'] })
export type PaymentMethod = Static<typeof PaymentMethod>

export const transactionTypes = ['payment', 'credit_sale', 'credit_note'] as const
export const TransactionType = OneOf(transactionTypes, { examples: ['payment'] })
export type TransactionType = Static<typeof TransactionType>

export const TransactionId = Type.String({
  maxLength: 41,
  description: '`pay_`, `sale_` or `cn_` followed by a UUID',
  examples: ['pay_0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d10'],
})

export const AccountTransaction = Named('Transaction', {
  id: TransactionId,
  type: TransactionType,
  amount: Type.Number({
    ...Amount,
    description: 'ARS, exact to 2 decimals; negative only on the reversal of an entry',
  }),
  payment_method: OneOf([...paymentMethods, 'fiado', 'nota_credito'], {
    description: 'The payment method; `fiado` for a credit sale, `nota_credito` for a credit note',
    examples: ['transferencia'],
  }),
  number: Nullable(Type.String({ examples: ['00003-00000087'] }), {
    description: 'The number of a credit note or of the credit note that was reversed, otherwise null',
  }),
  description: Nullable(Type.String({ examples: ['Pago factura 0003-00001821'] })),
  reverses: Nullable(TransactionId, {
    description: 'The entry that this one reverses, otherwise null',
  }),
  created_at: Timestamp,
})
export type AccountTransaction = Static<typeof AccountTransaction>

export const TransactionFilters = {
  payment_method: Type.Optional(PaymentMethod),
  type: Type.Optional(TransactionType),
  ...CreatedBetween,
}

const description = Type.Optional(Nullable(Text(500, { examples: ['Pago factura 0003-00001821'] })))

export const CreditNoteNumber = Type.String({
  format: 'credit-note-number',
  minLength: 1,
  maxLength: 40,
  description:
    'Letters, digits, hyphens and spaces, without leading or trailing spaces. Unique per client; reversing a credit note does not free its number',
  examples: ['00003-00000087'],
})

export const NewPayment = Named('NewPayment', {
  client_id: Id,
  amount: AmountIn,
  payment_method: PaymentMethod,
  description,
})
export const NewCreditSale = Named('NewCreditSale', { client_id: Id, amount: AmountIn, description })
export const NewCreditNote = Named('NewCreditNote', {
  client_id: Id,
  amount: AmountIn,
  number: CreditNoteNumber,
  description,
})
export const ReverseTransaction = Named('ReverseTransaction', {
  reason: Text(500, { examples: ['Cargado dos veces'] }),
})
