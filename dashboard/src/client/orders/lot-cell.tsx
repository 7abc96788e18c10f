import { OnPhone } from '../../shared/stock/on-phone.tsx'
import { Expiry } from '../../ui/expiry.tsx'
import { Mono } from '../../ui/values.tsx'

/** The number of a lot; on a phone, its expiry date is below it. */
export function LotCell({ lot_number, expiry_date }: { lot_number: string; expiry_date: string | null }) {
  return (
    <>
      <Mono>{lot_number}</Mono>
      {expiry_date ? (
        <OnPhone>
          <Expiry date={expiry_date} />
        </OnPhone>
      ) : null}
    </>
  )
}
