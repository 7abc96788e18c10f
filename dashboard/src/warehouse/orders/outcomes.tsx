import type { OrderStatus } from '@anden/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { CloseButton } from '@mantine/core'
import { formatList } from '../../ui/format.ts'
import { useOrderStates } from '../../ui/order-status.tsx'
import { useProblemText } from '../../ui/problem-texts.ts'
import type { Outcome } from './act-on-orders.ts'
import styles from './board.module.css'
import { useShortageText } from './shortage-text.ts'

/** What came of what was asked for, order by order. */
export function Outcomes({ outcomes, clear }: { outcomes: readonly Outcome[]; clear: () => void }) {
  const { t } = useLingui()
  if (outcomes.length === 0) return null
  const areDone = outcomes.every(({ kind }) => kind === 'done')
  return (
    <div
      role={areDone ? 'status' : 'alert'}
      className={`${styles['outcomes']} ${areDone ? styles['done'] : ''}`}
    >
      <ul>
        {outcomes.map((outcome) => (
          <li key={outcome.id}>
            <b>{outcome.number}</b> <OutcomeText outcome={outcome} />
          </li>
        ))}
      </ul>
      <CloseButton aria-label={t`Close`} onClick={clear} />
    </div>
  )
}

function OutcomeText({ outcome }: { outcome: Outcome }) {
  const { t } = useLingui()
  const states = useOrderStates()
  const shortageText = useShortageText()
  const textOf = useProblemText()
  const nameOf = (status: string) => (states[status as OrderStatus] ?? status).toLowerCase()
  switch (outcome.kind) {
    case 'done':
      return nameOf(outcome.status)
    case 'moved-on': {
      const { by, status } = outcome
      if (by === null) return <Trans>Someone was faster: it is now {nameOf(status)}.</Trans>
      return (
        <Trans>
          {by} was faster: it is now {nameOf(status)}.
        </Trans>
      )
    }
    case 'short':
      return t`Not enough stock. ${formatList(outcome.shortages.map(shortageText))}.`
    case 'failed':
      return textOf(outcome.error).title
  }
}
