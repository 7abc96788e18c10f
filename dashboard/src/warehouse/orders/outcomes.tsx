import type { OrderStatus } from '@anden/contract'
import { AndenError } from '@anden/sdk'
import { Trans, useLingui } from '@lingui/react/macro'
import { CloseButton } from '@mantine/core'
import { formatNumber } from '../../ui/format.ts'
import { useOrderStates } from '../../ui/order-status.tsx'
import { useProblemText } from '../../ui/problem-texts.ts'
import styles from './board.module.css'
import type { Outcome } from './use-order-actions.ts'

/** What did not go as asked, order by order. */
export function Outcomes({ outcomes, clear }: { outcomes: readonly Outcome[]; clear: () => void }) {
  const { t } = useLingui()
  const states = useOrderStates()
  const textOf = useProblemText()
  if (outcomes.length === 0) return null
  return (
    <div role="alert" className={styles['outcomes']}>
      <ul>
        {outcomes.map((outcome) => (
          <li key={outcome.id}>
            <b>{outcome.number}</b>{' '}
            {outcome.kind === 'moved-on' ? (
              <Trans>
                Someone was faster: it is now{' '}
                {(states[outcome.status as OrderStatus] ?? outcome.status).toLowerCase()}.
              </Trans>
            ) : outcome.kind === 'failed' ? (
              <>
                {textOf(outcome.error).title}
                <Shortages error={outcome.error} />
              </>
            ) : null}
          </li>
        ))}
      </ul>
      <CloseButton aria-label={t`Close`} onClick={clear} />
    </div>
  )
}

function Shortages({ error }: { error: unknown }) {
  const { t } = useLingui()
  if (!(error instanceof AndenError) || error.code !== 'orders/insufficient-stock') return null
  return error.problem.shortages.map(({ product_id, requested, available }) => (
    <span key={product_id}>{`: ${t`${formatNumber(requested - available)} short`}`}</span>
  ))
}
