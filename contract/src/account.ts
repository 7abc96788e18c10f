import { CreatedBetween } from './paging.ts'
import { Amount, AmountIn, CalendarDate, Id, Named, Nullable, OneOf, Text, Timestamp } from './primitives.ts'
import { type Static, Type } from './type.ts'

const sums = {
  saldo: Type.Number({
    description: '`total_fiado` − `total_pagado`, in ARS. Positive: the client owes money',
    examples: [182500.75],
  }),
  total_fiado: Type.Number({ description: 'Credit sales minus credit notes, in ARS', examples: [482500.75] }),
  total_pagado: Type.Number({ description: 'Payments received, in ARS', examples: [300000] }),
  total_notas_credito: Type.Number({
    description: 'Credit notes, in ARS: `total_fiado` is already less by them',
    examples: [17500],
  }),
}

export const Balance = Named('Balance', sums)
export type Balance = Static<typeof Balance>

export const ClientBalance = Named('ClientBalance', {
  client_id: Id,
  client_name: Type.String({ examples: ['Bodega Los Álamos'] }),
  ...sums,
})
export type ClientBalance = Static<typeof ClientBalance>

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

const transactionFields = {
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
  paid_on: Nullable(CalendarDate, {
    description:
      "The day of a payment, in the warehouse's time zone, or of the payment that was reversed; otherwise null",
    examples: ['2026-11-02'],
  }),
  created_at: Timestamp,
}

export const AccountTransaction = Named('Transaction', transactionFields)
export type AccountTransaction = Static<typeof AccountTransaction>

export const StaffTransaction = Named('StaffTransaction', {
  ...transactionFields,
  balance: Nullable(Amount, {
    description:
      'The balance after this entry, in the order in which entries were recorded; null if the list is filtered by type or payment method',
  }),
})
export type StaffTransaction = Static<typeof StaffTransaction>

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
  paid_on: Type.Optional(
    Nullable(
      Type.String({
        ...CalendarDate,
        description:
          "The day of the payment, from 2000-01-01 to today. Default: today. Both by the warehouse's time zone",
        examples: ['2026-11-02'],
      }),
    ),
  ),
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
