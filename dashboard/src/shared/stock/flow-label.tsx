import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatDay } from '../../ui/format.ts'
import { quantityText } from '../../ui/values.tsx'
import styles from './flow.module.css'
import type { FlowPart } from './flow-parts.ts'
import { RecipientLink, RemitoLink } from './links.tsx'
import { StatusQuantities, useCauses } from './movement-status.tsx'

const lineHeight = 18
const nameAndQuantity = 42

/** The height that a label needs beside the drawing. */
export const labelHeightOf = (part: FlowPart) =>
  nameAndQuantity + ('statuses' in part ? part.statuses.length * lineHeight : 0)

/** The label of a part of the flow: who or what, how much, and whether it has arrived. */
export function FlowLabel({ part, unit }: { part: FlowPart; unit: string }) {
  const note = part.kind === 'remito' ? formatDay(part.at) : part.kind === 'recipient' ? part.place : ''
  return (
    <span className={styles['label']}>
      <span className={styles['name']}>
        <Name part={part} />
      </span>
      <span className={styles['quantity']}>
        <b>{quantityText(part.quantity, unit)}</b>
        {note ? <span> · {note}</span> : null}
      </span>
      {'statuses' in part ? <StatusQuantities quantities={part.statuses} unit="" isColumn /> : null}
    </span>
  )
}

function Name({ part }: { part: FlowPart }): ReactNode {
  const { t } = useLingui()
  const causes = useCauses()
  switch (part.kind) {
    case 'remito':
      return <RemitoLink id={part.id} numbers={part.numbers} />
    case 'recipient':
      return <RecipientLink id={part.id} name={part.name} />
    case 'more recipients':
      return (
        <a href="#recipients">
          {plural(part.count, { one: '# more recipient', other: '# more recipients' })}
        </a>
      )
    case 'ordered':
      return t`Orders`
    case 'left':
      return t`Left in the warehouse`
    case 'cause':
      return part.cause === 'remito_egreso' ? t`Goods out without recipient` : causes[part.cause]
  }
}
