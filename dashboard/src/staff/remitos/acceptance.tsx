// How the goods of a remito were received, with what the staff do about it.
import type { StaffAcceptance } from '@anden/sdk/backoffice'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { backoffice } from '../../shared/backoffice.ts'
import { AcceptanceCard } from '../../shared/remitos/acceptance-card.tsx'
import { useMay } from '../../shared/session.ts'
import { dialogOnDemand } from '../../ui/on-demand.tsx'
import { Actor, Moment } from '../../ui/values.tsx'
import { Warning } from '../../ui/warning.tsx'

const SettleDispute = dialogOnDemand(async () => (await import('../disputes/settle.tsx')).SettleDispute)

export function StaffAcceptanceCard(acceptance: StaffAcceptance) {
  const { t } = useLingui()
  const [isSettling, setSettling] = useState(false)
  const maySettle = useMay('staff:orders')
  const { id, remito_id, late, dispute, settled_at, settled_by, settled_by_name, settled_note } = acceptance
  const { by, by_name } = acceptance
  return (
    <>
      <AcceptanceCard
        acceptance={acceptance}
        readProof={(options) =>
          late
            ? backoffice.disputes.pdf.get(id, {}, options)
            : backoffice.remitos.acceptance.pdf.get(remito_id, {}, options)
        }
        aside={
          maySettle && dispute === 'open' ? (
            <Button size="compact-sm" onClick={() => setSettling(true)}>{t`Settle…`}</Button>
          ) : null
        }
        more={[
          [t`Recorded by`, <Actor key="by" actor={by} name={by_name} />],
          [t`Settled`, settled_at ? <Moment key="settled" at={settled_at} /> : null],
          [
            t`Settled by`,
            settled_by ? <Actor key="settler" actor={settled_by} name={settled_by_name} /> : null,
          ],
          [t`How`, settled_note],
        ]}
      >
        {late ? (
          <Warning>
            <Trans>It arrived after the order was no longer under way. The order stays as it is.</Trans>
          </Warning>
        ) : null}
      </AcceptanceCard>
      {isSettling ? <SettleDispute dispute={acceptance} close={() => setSettling(false)} /> : null}
    </>
  )
}
