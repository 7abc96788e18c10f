// The day of the sandbox, which only moves forward. What depends on the day follows; times stay real.
import rules from 'contract:portal/POST /sandbox/clock'
import type { Sandbox } from '@anden/sdk'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { queryClient } from '../../shared/api.ts'
import { sandbox, sandboxQuery } from '../../shared/sandbox.ts'
import { Card } from '../../ui/card.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { dayAfter, formatDate } from '../../ui/format.ts'
import { showNotice } from '../../ui/notices.tsx'
import { AsRequest } from './as-request.tsx'
import styles from './sandbox.module.css'

const maxDays = 366

export function ClockCard({ day }: Pick<Sandbox, 'day'>) {
  const { t } = useLingui()
  const form = useContractForm({
    rules,
    initial: { advance_to: dayAfter(day, 1) },
    send: (values) => sandbox.clock(values),
    done: async ({ day: reached }) => {
      showNotice({ content: t`The day of the sandbox is now ${formatDate(reached)}.` })
      // Before all others, because they count from it.
      await queryClient.fetchQuery({ ...sandboxQuery, staleTime: 0 })
      form.setValues({ advance_to: dayAfter(reached, 1) })
      void queryClient.invalidateQueries()
    },
  })
  const jumps = [
    { days: 1, label: t`+ 1 day` },
    { days: 7, label: t`+ 1 week` },
    { days: 30, label: t`+ 30 days` },
    { days: 180, label: t`+ 180 days` },
  ]
  return (
    <Card title={t`The day`} aside={t`now: ${formatDate(day)}`}>
      <p className={`quiet ${styles['note']}`}>
        <Trans>
          Goods expire, notices of expiry are sent, and webhooks that wait for their next attempt are sent at
          once. The day never goes back.
        </Trans>
      </p>
      <Form form={form} submitLabel={t`Move the day forward`} isQuiet>
        <TextInput
          type="date"
          label={t`Move forward to`}
          min={day}
          max={dayAfter(day, maxDays)}
          {...form.getInputProps('advance_to')}
        />
        <div className={styles['jumps']}>
          {jumps.map(({ days, label }) => (
            <Button
              key={days}
              size="compact-sm"
              onClick={() => form.setFieldValue('advance_to', dayAfter(day, days))}
            >
              {label}
            </Button>
          ))}
        </div>
      </Form>
      <AsRequest path="/sandbox/clock" body={form.values} />
    </Card>
  )
}
