// A count sets each lot in a file to the counted quantity. The file is checked first, which shows what it would change.
// Then it is applied as a whole, or not at all.

import { useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Columns } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { useClientName } from '../client-field.tsx'
import { ChooseFile } from './choose-file.tsx'
import { FileColumns } from './file-columns.tsx'
import { CountHistory } from './history.tsx'
import { AppliedNote, MovedNote } from './outcome.tsx'
import { CountProgress } from './progress.tsx'
import { useCount } from './use-count.ts'

const Faults = lazy(async () => ({ default: (await import('./faults.tsx')).Faults }))
const Preview = lazy(async () => ({ default: (await import('./preview.tsx')).Preview }))

const route = getRouteApi('/shell/warehouse/counts')

export function Counts() {
  const { t } = useLingui()
  const { client_id } = route.useSearch()
  const clientName = useClientName(client_id ?? '') ?? ''
  const { state, choose, apply, leave } = useCount(client_id)
  const isIdle = state.step === 'waiting' || state.step === 'applied'
  return (
    <Page
      title={t`Counts`}
      intro={t`A count sets each lot of a file to what was found. Lots and products that the file does not name stay as they are.`}
      crumbs={[{ to: '/warehouse', label: t`Warehouse` }]}
    >
      {state.step === 'applied' && client_id ? <AppliedNote {...state} clientId={client_id} /> : null}
      {isIdle ? (
        <Columns columns="2fr 1fr">
          <ChooseFile clientId={client_id} choose={choose} />
          <FileColumns />
        </Columns>
      ) : null}
      {state.step === 'checking' || state.step === 'applying' ? (
        <CountProgress {...state} leave={leave} />
      ) : null}
      {state.step === 'failed' ? <ProblemNote error={state.error} retry={state.retry} /> : null}
      {state.step === 'moved' ? <MovedNote {...state} leave={leave} /> : null}
      <Suspense>
        {state.step === 'faulty' ? <Faults {...state} choose={choose} leave={leave} /> : null}
        {state.step === 'checked' && client_id ? (
          <Preview
            {...state}
            clientName={clientName}
            choose={choose}
            leave={leave}
            apply={() => apply(state)}
          />
        ) : null}
      </Suspense>
      {isIdle ? <CountHistory /> : null}
    </Page>
  )
}
