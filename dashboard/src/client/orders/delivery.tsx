import type { OrderDetail } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { NoAddressChip, useDeliveryTypes } from '../../shared/orders/delivery.tsx'
import { PackingFacts } from '../../shared/orders/packing-facts.tsx'
import { TripFacts } from '../../shared/orders/trip-of-order.tsx'
import { Card } from '../../ui/card.tsx'
import { placeOf, RecipientName } from '../destinatarios/names.tsx'
import styles from './delivery.module.css'

export function OrderDelivery(order: OrderDetail) {
  const { t } = useLingui()
  const type = useDeliveryTypes()[order.delivery_type as 'envio' | 'retiro'] ?? order.delivery_type
  const { destinatario_id, delivery_address, delivery_contact, notes } = order
  const place = placeOf({ city: order.delivery_city, province: order.delivery_province })
  return (
    <Card title={t`Delivery`} aside={type}>
      <address className={styles['address']}>
        <Link to="/destinatarios/$id" params={{ id: destinatario_id }}>
          <RecipientName id={destinatario_id} />
        </Link>
        {delivery_address ? <span>{delivery_address}</span> : null}
        <NoAddressChip {...order} />
        {place ? <span>{place}</span> : null}
        {delivery_contact ? <span className="quiet">{delivery_contact}</span> : null}
      </address>
      <PackingFacts {...order} />
      <TripFacts trip={order.trip} />
      {notes ? (
        <section className={styles['notes']} aria-label={t`Notes`}>
          {notes}
        </section>
      ) : null}
    </Card>
  )
}
