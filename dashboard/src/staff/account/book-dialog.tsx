// Records a payment, a credit sale or a credit note. It shows the resulting balance beforehand.

import noteRules from 'contract:backoffice/POST /credit-notes'
import saleRules from 'contract:backoffice/POST /credit-sales'
import paymentRules from 'contract:backoffice/POST /payments'
import type { Transaction } from '@anden/sdk/backoffice'
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { markOld } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import { FieldRow, Form } from '../../ui/form/form.tsx'
import { type SendOptions, useContractForm, withoutEmpty } from '../../ui/form/use-contract-form.ts'
import { formatMoney, today } from '../../ui/format.ts'
import { Modal } from '../../ui/modal.tsx'
import { AmountField } from '../../ui/number/number-fields.tsx'
import { amountOfMoney } from '../../ui/number/read-number.ts'
import { numberToSend, typedNumber } from '../../ui/number/typed-number.ts'
import { balanceOf } from '../queries.ts'
import { type BookedKind, usePaymentMethods, useTransactionTypes } from './record-menu.tsx'

type Fields = {
  client_id: string
  /** The amount as it was typed. */
  amount: string
  payment_method: string
  paid_on: string
  number: string
  description: string
}
type Send = (body: never, options: SendOptions) => PromiseLike<Transaction>

const routes: Record<
  BookedKind,
  { rules: typeof paymentRules; names: readonly (keyof Fields)[]; send: Send }
> = {
  payment: {
    rules: paymentRules,
    names: ['client_id', 'amount', 'payment_method', 'paid_on', 'description'],
    send: (body, options) => backoffice.payments.create(body, options),
  },
  credit_sale: {
    rules: saleRules,
    names: ['client_id', 'amount', 'description'],
    send: (body, options) => backoffice.creditSales.create(body, options),
  },
  credit_note: {
    rules: noteRules,
    names: ['client_id', 'amount', 'number', 'description'],
    send: (body, options) => backoffice.creditNotes.create(body, options),
  },
}

export function BookDialog({
  kind,
  clientId,
  close,
}: {
  kind: BookedKind
  clientId: string
  close: () => void
}) {
  const { t } = useLingui()
  const types = useTransactionTypes()
  const methods = usePaymentMethods()
  const balance = useQuery(balanceOf(clientId))
  const { rules, names, send } = routes[kind]
  const bodyOf = (values: Fields) => {
    const fields = { ...values, amount: numberToSend(values.amount, amountOfMoney) }
    return withoutEmpty(Object.fromEntries(names.map((name) => [name, fields[name]])))
  }
  const form = useContractForm<Fields, Transaction>({
    rules,
    initial: {
      client_id: clientId,
      amount: '',
      payment_method: 'transferencia',
      paid_on: today(),
      number: '',
      description: '',
    },
    draft: `account.${kind}.${clientId}`,
    body: bodyOf,
    send: (values, options) => send(bodyOf(values) as never, options),
    done: () => {
      markOld('account')
      close()
    },
  })
  const allowed = (rules.body.properties?.['payment_method']?.enum ?? []) as string[]
  const amount = typedNumber(form.values.amount, amountOfMoney) ?? 0
  const after = (balance.data?.saldo ?? 0) + (kind === 'credit_sale' ? amount : -amount)
  return (
    <Modal opened onClose={close} title={types[kind]} closeButtonProps={{ 'aria-label': t`Close` }}>
      <Form form={form} submitLabel={t`Record`} cancel={close}>
        <FieldRow>
          <AmountField label={t`Amount`} withAsterisk data-autofocus {...form.getInputProps('amount')} />
          {kind === 'payment' ? (
            <NativeSelect
              label={t`Payment method`}
              data={allowed.map((value) => ({ value, label: methods[value] ?? value }))}
              {...form.getInputProps('payment_method')}
            />
          ) : null}
          {kind === 'payment' ? (
            <TextInput
              label={t`Paid on`}
              type="date"
              min="2000-01-01"
              max={today()}
              {...form.getInputProps('paid_on')}
            />
          ) : null}
          {kind === 'credit_note' ? (
            <TextInput label={t`Number`} withAsterisk {...form.getInputProps('number')} />
          ) : null}
        </FieldRow>
        <TextInput label={t`Description`} {...form.getInputProps('description')} />
        {balance.data && amount > 0 ? (
          <p className="quiet">
            <Trans>
              The balance goes from {formatMoney(balance.data.saldo)} to {formatMoney(after)}.
            </Trans>
          </p>
        ) : null}
      </Form>
    </Modal>
  )
}
