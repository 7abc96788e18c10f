import noteRules from 'contract:portal/POST /sandbox/credit-notes'
import paymentRules from 'contract:portal/POST /sandbox/payments'
import { useLingui } from '@lingui/react/macro'
import { NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { markOld } from '../../shared/api.ts'
import { sandbox } from '../../shared/sandbox.ts'
import { Card } from '../../ui/card.tsx'
import { FieldRow, Form } from '../../ui/form/form.tsx'
import { useContractForm, withoutEmpty } from '../../ui/form/use-contract-form.ts'
import { showNotice } from '../../ui/notices.tsx'
import { AmountField } from '../../ui/number/number-fields.tsx'
import { amountOfMoney } from '../../ui/number/read-number.ts'
import { numberToSend } from '../../ui/number/typed-number.ts'
import { AsRequest } from './as-request.tsx'
import styles from './sandbox.module.css'

type Kind = 'payment' | 'credit_note'

/** What the warehouse records in the account. */
export function MoneyCard() {
  const { t } = useLingui()
  const [kind, setKind] = useState<Kind>('payment')
  const kinds = [
    { value: 'payment', label: t`Payment` },
    { value: 'credit_note', label: t`Credit note` },
  ]
  return (
    <Card title={t`Payments and credit notes`}>
      <SegmentedControl
        aria-label={t`What is recorded`}
        data={kinds}
        value={kind}
        onChange={(value) => setKind(value as Kind)}
        className={styles['note'] ?? ''}
      />
      <MoneyForm key={kind} kind={kind} />
    </Card>
  )
}

type Fields = { amount: string; payment_method: string; number: string; description: string }
const nothing: Fields = { amount: '', payment_method: 'transferencia', number: '', description: '' }

function MoneyForm({ kind }: { kind: Kind }) {
  const { t } = useLingui()
  const isPayment = kind === 'payment'
  const rules = isPayment ? paymentRules : noteRules
  const bodyOf = ({ amount, payment_method, number, description }: Fields) =>
    withoutEmpty({
      amount: numberToSend(amount, amountOfMoney),
      ...(isPayment ? { payment_method } : { number: number.trim() }),
      description: description.trim(),
    })
  const form = useContractForm<Fields, unknown>({
    rules,
    initial: nothing,
    body: bodyOf,
    send: (values, options) =>
      isPayment
        ? sandbox.payments.create(bodyOf(values) as never, options)
        : sandbox.creditNotes.create(bodyOf(values) as never, options),
    done: () => {
      markOld('account')
      showNotice({ content: isPayment ? t`The payment was recorded.` : t`The credit note was issued.` })
      form.setValues(nothing)
    },
  })
  const methods: Record<string, string> = {
    efectivo: t`cash`,
    tarjeta: t`card`,
    transferencia: t`bank transfer`,
    qr: t`QR`,
    cheque: t`cheque`,
  }
  const allowed = (paymentRules.body.properties?.['payment_method']?.enum ?? []) as string[]
  return (
    <>
      <Form form={form} submitLabel={isPayment ? t`Record the payment` : t`Issue the credit note`} isQuiet>
        <FieldRow>
          <AmountField label={t`Amount`} withAsterisk {...form.getInputProps('amount')} />
          {isPayment ? (
            <NativeSelect
              label={t`Payment method`}
              data={allowed.map((value) => ({ value, label: methods[value] ?? value }))}
              {...form.getInputProps('payment_method')}
            />
          ) : (
            <TextInput
              label={t`Number`}
              placeholder="00003-00000087"
              withAsterisk
              autoComplete="off"
              {...form.getInputProps('number')}
            />
          )}
        </FieldRow>
        <TextInput label={t`Description`} {...form.getInputProps('description')} />
      </Form>
      <AsRequest
        path={isPayment ? '/sandbox/payments' : '/sandbox/credit-notes'}
        body={bodyOf(form.values)}
      />
    </>
  )
}
