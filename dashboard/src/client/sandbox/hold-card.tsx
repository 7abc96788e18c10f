import rules from 'contract:portal/POST /sandbox/lots/{id}/hold'
import type { Lot } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { markOld } from '../../shared/api.ts'
import { sandbox } from '../../shared/sandbox.ts'
import { Card } from '../../ui/card.tsx'
import { FieldRow, Form } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { showNotice } from '../../ui/notices.tsx'
import { quantityText } from '../../ui/values.tsx'
import { allLotsOf } from '../stock/queries.ts'
import { AsRequest } from './as-request.tsx'
import { type ChosenProduct, ProductField } from './product-field.tsx'
import styles from './sandbox.module.css'

/** A lot can neither be ordered nor picked, as in a recall, until it is released. */
export function HoldCard() {
  const { t } = useLingui()
  const [product, setProduct] = useState<ChosenProduct | null>(null)
  const [lotId, setLotId] = useState<string | null>(null)
  const { data: lots } = useQuery({ ...allLotsOf(product?.id ?? ''), enabled: product !== null })
  const lot = lots?.find(({ id }) => id === lotId) ?? lots?.[0]
  const labelOf = ({ lot_number, quantity, hold }: Lot) =>
    [lot_number, quantityText(quantity, product?.unit_type ?? ''), hold ? t`on hold` : null]
      .filter(Boolean)
      .join(' · ')
  return (
    <Card title={t`Hold a lot`}>
      <FieldRow>
        <ProductField
          value={product}
          onChange={(chosen) => {
            setProduct(chosen)
            setLotId(null)
          }}
        />
        <NativeSelect
          label={t`Lot`}
          disabled={!lot}
          value={lot?.id ?? ''}
          onChange={({ currentTarget }) => setLotId(currentTarget.value)}
          data={
            lots && lots.length > 0
              ? lots.map((one) => ({ value: one.id, label: labelOf(one) }))
              : [{ value: '', label: lots ? t`no lots` : t`Choose a product` }]
          }
        />
      </FieldRow>
      {lot ? <HoldForm key={`${lot.id} ${lot.hold !== null}`} lot={lot} /> : null}
    </Card>
  )
}

function HoldForm({ lot }: { lot: Lot }) {
  const { t } = useLingui()
  const isHeld = lot.hold !== null
  const bodyOf = ({ reason }: { reason: string }) =>
    isHeld ? { hold: false } : { hold: true, reason: reason.trim() }
  const form = useContractForm({
    // The service refuses a hold without a reason; this reports it at the field.
    rules: isHeld ? rules : { ...rules, body: { ...rules.body, required: ['hold', 'reason'] } },
    initial: { reason: '' },
    body: bodyOf,
    send: (values, options) => sandbox.lots.hold(lot.id, bodyOf(values), options),
    done: () => {
      markOld('stock')
      showNotice({ content: isHeld ? t`The lot was released.` : t`The lot is on hold.` })
    },
  })
  return (
    <div className={styles['steps']}>
      <Form form={form} submitLabel={isHeld ? t`Release` : t`Put on hold`} isQuiet>
        {isHeld ? null : <TextInput label={t`Reason`} withAsterisk {...form.getInputProps('reason')} />}
      </Form>
      <AsRequest path={`/sandbox/lots/${lot.id}/hold`} body={bodyOf(form.values)} />
    </div>
  )
}
