// The updates of an order: when, who, why, and what they have changed.
import type { OrderUpdate } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Card } from '../../ui/card.tsx'
import { Moment } from '../../ui/values.tsx'
import styles from './order-changes.module.css'
import { type UnitOfProduct, type UpdateParts, useUpdateTexts } from './update-texts.ts'

export type ShownUpdate = UpdateParts & Omit<OrderUpdate, 'fields' | 'lines'> & { by?: string }
type OrderChangesProps = { changes: readonly ShownUpdate[]; unitOf: UnitOfProduct }

/** The latest first. Nothing, if the order was never changed. */
export function OrderChanges({ changes, unitOf }: OrderChangesProps) {
  const { t } = useLingui()
  if (changes.length === 0) return null
  return (
    <Card title={t`Changes`} flush>
      <UpdateList changes={changes} unitOf={unitOf} />
    </Card>
  )
}

export function UpdateList({ changes, unitOf }: OrderChangesProps) {
  const { t } = useLingui()
  const textsOf = useUpdateTexts()
  return (
    <ol className={styles['changes']}>
      {changes.toReversed().map((update) => (
        <li key={update.revision}>
          <Moment at={update.at} />
          <div>
            <b title={update.by}>{update.by_name ?? t`The warehouse`}</b>
            {update.reason ? <small>{update.reason}</small> : null}
            <ul>
              {textsOf(update, unitOf).map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </div>
        </li>
      ))}
    </ol>
  )
}
