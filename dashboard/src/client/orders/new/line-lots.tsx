import { useLingui } from '@lingui/react/macro'
import { availableText, reasonsText } from '../../../shared/orders/shortage-reasons.ts'
import { Chip } from '../../../ui/chip.tsx'
import { Expiry } from '../../../ui/expiry.tsx'
import { Mono, Quantity } from '../../../ui/values.tsx'
import type { LinePreview } from './line-preview.ts'
import styles from './lines.module.css'

/** Before a recipient is chosen there is no preview, so only the available quantity is shown. */
export function LineLots({
  asked,
  preview,
  unit,
  available,
}: {
  /** The quantity asked for; 0 if none is entered yet. */
  asked: number
  preview: LinePreview | undefined
  unit: string
  available: number | null | undefined
}) {
  const { t } = useLingui()
  const left = preview ? preview.shortage?.available : asked > (available ?? asked) ? available : undefined
  if (asked === 0) return <div className={styles['lots']} />
  return (
    <div className={styles['lots']} aria-live="polite">
      {left === undefined || left === null ? null : (
        <span>
          <Chip tone="bad">{availableText(left, unit, preview?.shortage)}</Chip>
          {preview?.shortage ? <small className="quiet"> {reasonsText(preview.shortage)}</small> : null}
        </span>
      )}
      {preview && left === undefined ? (
        <ul aria-label={t`Lots`}>
          {preview.picks.map((pick) => (
            <li key={pick.lot_id}>
              <Mono>{pick.lot_number}</Mono>
              {pick.expiry_date ? <Expiry date={pick.expiry_date} /> : null}
              <span className="quiet">
                <Quantity value={pick.quantity} unit={unit} />
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
