import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatDay } from '../ui/format.ts'
import { useCauses } from './causes.ts'
import styles from './flow.module.css'
import type { FlowPart } from './flow-parts.ts'
import { RecipientLink, RemitoLink } from './links.tsx'

/** A part of the flow: who or what, and how much. */
export function FlowLabel({ part, quantity }: { part: FlowPart; quantity: string }) {
  const note = part.kind === 'remito' ? formatDay(part.at) : part.kind === 'recipient' ? part.place : ''
  return (
    <span className={styles['label']}>
      <span className={styles['name']}>
        <Name part={part} />
      </span>
      <span className={styles['quantity']}>
        <b>{quantity}</b>
        {note ? <span> · {note}</span> : null}
      </span>
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
    case 'left':
      return t`Left in the warehouse`
    case 'cause':
      return part.cause === 'remito_egreso' ? t`Goods out without recipient` : causes[part.cause]
  }
}
