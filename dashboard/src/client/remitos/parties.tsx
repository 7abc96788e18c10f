// The sender and the recipient of the goods. An egreso has the recipient of its order; without an order it can name one.
import type { RemitoDetail } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../shared/session.ts'
import { Card, Facts } from '../../ui/card.tsx'
import { TaxId } from '../../ui/values.tsx'
import { RecipientName } from '../destinatarios/names.tsx'
import { orderById } from '../orders/queries.ts'

export function Parties({ type, source_order_id, recipient: named }: RemitoDetail) {
  const { t } = useLingui()
  const { client, warehouse } = useSession()
  const order = useQuery({ ...orderById(source_order_id ?? ''), enabled: source_order_id !== null }).data
  const owner = (
    <>
      {client?.name}
      <br />
      <span className="quiet">
        CUIT <TaxId value={client?.cuit_dni ?? null} />
      </span>
    </>
  )
  const place = [order?.delivery_address, order?.delivery_city, order?.delivery_province]
  const recipient = order ? (
    <>
      <RecipientName id={order.destinatario_id} />
      <br />
      <span className="quiet">{[...new Set(place)].filter(Boolean).join(', ')}</span>
    </>
  ) : named ? (
    <>
      {named.name}
      <br />
      <span className="quiet">{named.address}</span>
    </>
  ) : null
  return (
    <Card title={t`Parties`}>
      <Facts
        entries={[
          [t`Owner`, owner],
          [type === 'ingreso' ? t`Received at` : t`Left from`, warehouse?.name ?? null],
          [t`Recipient`, recipient],
        ]}
      />
    </Card>
  )
}
