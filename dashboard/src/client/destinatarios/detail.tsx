import type { Destinatario } from '@anden/sdk'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type ById, deleteShown, markOld, portal, startReading } from '../../shared/api.ts'
import { useIvaConditions } from '../../shared/iva-conditions.ts'
import { useMay } from '../../shared/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card, Facts } from '../../ui/card.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Detail } from '../../ui/detail.tsx'
import { Page } from '../../ui/page.tsx'
import { useAction } from '../../ui/use-action.ts'
import { Moment, None, TaxId } from '../../ui/values.tsx'
import { placeOf } from './names.tsx'
import { OrdersOfRecipient } from './orders.tsx'
import { destinatarioById } from './queries.ts'

const route = getRouteApi('/shell/destinatarios/$id')

export const load = ({ params }: ById) => startReading(destinatarioById(params.id))

export function DestinatarioDetail() {
  const { id } = route.useParams()
  return <Detail query={destinatarioById(id)}>{(destinatario) => <Recipient {...destinatario} />}</Detail>
}

function Recipient(destinatario: Destinatario) {
  const { t } = useLingui()
  const { id, name, address, postal_code, phone, email, cuit_dni, iva_condition, delivery_schedule } =
    destinatario
  const mayWrite = useMay('write:destinatarios')
  const [isDeleting, setDeleting] = useState(false)
  const condition = useIvaConditions().find(({ value }) => value === iva_condition)
  const mayOrder = useMay('write:orders')
  const actions = (
    <>
      {mayWrite ? (
        <>
          <Button onClick={() => setDeleting(true)}>{t`Delete`}</Button>
          <ButtonLink to="/destinatarios/$id/edit" params={{ id }}>{t`Edit`}</ButtonLink>
        </>
      ) : null}
      {mayOrder ? (
        <ButtonLink to="/orders/new" search={{ destinatario_id: id }} variant="filled">
          {t`New order`}
        </ButtonLink>
      ) : null}
    </>
  )
  return (
    <Page title={name} crumbs={[{ to: '/destinatarios', label: t`Recipients` }]} actions={actions}>
      <Card title={t`Recipient`}>
        <Facts
          entries={[
            [t`Address`, address],
            [t`City`, [placeOf(destinatario), postal_code].filter(Boolean).join(' · ') || <None />],
            [t`Phone`, phone],
            [t`E-mail`, email],
            [t`CUIT / DNI`, <TaxId key="id" value={cuit_dni} />],
            [t`IVA condition`, condition?.label ?? iva_condition],
            [t`When they receive`, delivery_schedule],
            [t`Changed`, <Moment key="at" at={destinatario.updated_at} />],
          ]}
        />
      </Card>
      <OrdersOfRecipient id={id} />
      {isDeleting ? <DeleteDialog id={id} name={name} close={() => setDeleting(false)} /> : null}
    </Page>
  )
}

function DeleteDialog({ id, name, close }: { id: string; name: string; close: () => void }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const deletion = useAction({
    mutationFn: () => deleteShown(id, async () => await portal.destinatarios.delete(id)),
    onSuccess: async () => {
      await navigate({ to: '/destinatarios' })
      markOld('destinatarios')
    },
  })
  return (
    <Confirm title={t`Delete ${name}?`} confirmLabel={t`Delete`} action={deletion} close={close}>
      <Trans>It can no longer be ordered for. Orders and remitos that name it stay as they are.</Trans>
    </Confirm>
  )
}
