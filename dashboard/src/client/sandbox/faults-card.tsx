// The next requests fail as they would if the service were away, so that a program can be seen to cope with it.
import rules from 'contract:portal/POST /sandbox/faults'
import type { NewSandboxFault } from '@anden/sdk'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { markOld } from '../../shared/api.ts'
import { sandbox } from '../../shared/sandbox.ts'
import { Card } from '../../ui/card.tsx'
import { FieldRow, Form } from '../../ui/form/form.tsx'
import { useContractForm, withoutEmpty } from '../../ui/form/use-contract-form.ts'
import { PackagesField } from '../../ui/number/number-fields.tsx'
import { packageCount } from '../../ui/number/read-number.ts'
import { numberToSend } from '../../ui/number/typed-number.ts'
import { ProblemNote } from '../../ui/problem.tsx'
import { useAction } from '../../ui/use-action.ts'
import { AsRequest } from './as-request.tsx'
import { pendingFaults } from './queries.ts'
import styles from './sandbox.module.css'

const initial = { kind: '503', times: '3', route: '' }

const bodyOf = ({ kind, times, route }: typeof initial) =>
  withoutEmpty({
    kind,
    times: numberToSend(times, packageCount),
    route: route.trim(),
  }) as unknown as NewSandboxFault

export function FaultsCard() {
  const { t } = useLingui()
  const form = useContractForm({
    rules,
    initial,
    body: bodyOf,
    send: (values) => sandbox.faults.create(bodyOf(values)),
    done: () => markOld('requests'),
  })
  return (
    <Card title={t`Let requests fail`}>
      <p className={`quiet ${styles['note']}`}>
        <Trans>
          It counts for programs and for these pages alike. Nothing is done by a request that fails so.
        </Trans>
      </p>
      <Form form={form} submitLabel={t`Let them fail`} isQuiet>
        <FieldRow>
          <NativeSelect
            label={t`Answer`}
            data={[
              { value: '503', label: t`503: away for a moment` },
              { value: '500', label: t`500: an error of the service` },
              { value: '429', label: t`429: too many requests` },
            ]}
            {...form.getInputProps('kind')}
          />
          <PackagesField label={t`How many requests`} {...form.getInputProps('times')} />
        </FieldRow>
        <TextInput
          label={t`Only this route`}
          description={t`Method and path as in the reference. Empty: any.`}
          placeholder="POST /orders"
          autoComplete="off"
          {...form.getInputProps('route')}
        />
      </Form>
      <AsRequest path="/sandbox/faults" body={bodyOf(form.values)} />
      <Pending />
    </Card>
  )
}

function Pending() {
  const { t } = useLingui()
  const { data } = useQuery(pendingFaults)
  const clear = useAction({
    mutationFn: async () => await sandbox.faults.delete(),
    onSuccess: () => markOld('requests'),
  })
  const faults = data?.data ?? []
  if (faults.length === 0) return null
  return (
    <section aria-label={t`These will still fail`} className={styles['steps']}>
      <h3>{t`These will still fail`}</h3>
      <ul className={styles['rows']}>
        {faults.map(({ id, kind, times, route }) => (
          <li key={id}>
            <span>
              <b>{kind}</b> <span className="mono">{route ?? t`any route`}</span>
            </span>
            <span className="numeric quiet">{plural(times, { one: '# request', other: '# requests' })}</span>
          </li>
        ))}
      </ul>
      {clear.error ? <ProblemNote error={clear.error} /> : null}
      <div className={styles['steps']}>
        <Button size="compact-sm" loading={clear.isPending} onClick={() => void clear.mutate()}>
          {t`Let no more fail`}
        </Button>
      </div>
      <AsRequest method="DELETE" path="/sandbox/faults" />
    </section>
  )
}
