// Lets the warehouse, the driver and the recipient act on an order of the sandbox, and shows how far they are.
import rules from 'contract:portal/POST /sandbox/orders/{id}/simulate'
import type { OrderStatus } from '@anden/contract'
import { type SimulationScript, scriptsThatStartIn } from '@anden/contract/values'
import type { Simulation } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { markOld, queryClient } from '../../shared/api.ts'
import { sandbox } from '../../shared/sandbox.ts'
import { useMay } from '../../shared/session.ts'
import { FieldRow, Form } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { formatClockSeconds } from '../../ui/format.ts'
import { type Step, Steps } from '../../ui/steps.tsx'
import { Warning } from '../../ui/warning.tsx'
import { AsRequest } from './as-request.tsx'
import { simulationOf } from './queries.ts'
import styles from './sandbox.module.css'
import { useScriptTexts, useStepText } from './simulation-texts.ts'

type SimulatorProps = { order: { id: string; status: string } }

export function Simulator({ order: { id, status } }: SimulatorProps) {
  const { t } = useLingui()
  const mayWrite = useMay('write:orders')
  // A pending order has none that could be asked for. One that is begun here is known from the response.
  const { data: simulation } = useQuery({ ...simulationOf(id), enabled: status !== 'pending' })
  const scripts = scriptsThatStartIn(status as OrderStatus)
  const isRunning = simulation?.state === 'running'
  return (
    <>
      {mayWrite && !isRunning && scripts.length > 0 ? (
        <StartSimulation key={scripts.join()} id={id} scripts={scripts} />
      ) : null}
      {!isRunning && scripts.length === 0 ? (
        <p className="quiet">{t`Nothing more can become of it: it has reached its end.`}</p>
      ) : null}
      {simulation ? <Course {...simulation} /> : null}
    </>
  )
}

type StartProps = { id: string; scripts: readonly SimulationScript[] }

function StartSimulation({ id, scripts }: StartProps) {
  const { t } = useLingui()
  const texts = useScriptTexts()
  const bodyOf = ({ script, seconds }: { script: string; seconds: string }) => ({
    script: script as SimulationScript,
    step_seconds: Number(seconds),
  })
  const form = useContractForm({
    rules,
    initial: { script: scripts[0] ?? 'happy', seconds: '2' },
    body: bodyOf,
    send: (values) => sandbox.orders.simulate(id, bodyOf(values)),
    done: (started) => {
      queryClient.setQueryData(simulationOf(id).queryKey, started)
      for (const topic of ['orders', 'remitos', 'stock']) markOld(topic)
    },
  })
  const paces = [
    { value: '0', label: t`All at once` },
    { value: '2', label: t`A step every 2 seconds` },
    { value: '5', label: t`A step every 5 seconds` },
    { value: '30', label: t`A step every 30 seconds` },
  ]
  return (
    <>
      <Form form={form} submitLabel={t`Simulate`} isQuiet>
        <FieldRow>
          <NativeSelect
            label={t`What becomes of it`}
            data={scripts.map((value) => ({ value, label: texts[value] }))}
            {...form.getInputProps('script')}
          />
          <NativeSelect label={t`Pace`} data={paces} {...form.getInputProps('seconds')} />
        </FieldRow>
      </Form>
      <AsRequest path={`/sandbox/orders/${id}/simulate`} body={bodyOf(form.values)} />
    </>
  )
}

function Course({ steps, problem }: Simulation) {
  const { t } = useLingui()
  const textOf = useStepText()
  const next = steps.findIndex(({ state }) => state === 'waiting')
  const stateOf = (state: string, index: number): Step['state'] => {
    if (state === 'done') return 'done'
    if (state === 'failed') return 'ended'
    return index === next ? 'now' : 'ahead'
  }
  return (
    <div className={styles['steps']}>
      <Steps
        label={t`Steps of the simulation`}
        steps={steps.map(({ action, state, due_at }, index) => ({
          id: `${index} ${action}`,
          label: textOf(action),
          note: state === 'failed' ? t`not possible` : formatClockSeconds(due_at),
          state: problem && state === 'waiting' ? 'ahead' : stateOf(state, index),
        }))}
      />
      {problem ? (
        <Warning>
          {problem.detail} <span className="mono">{problem.code}</span>
        </Warning>
      ) : null}
    </div>
  )
}
