// The bar above every page while a staff member views it as a client: it names the client and leads back.

import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Eye } from 'lucide-react'
import { queryClient } from '../shared/api.ts'
import { backToWarehouse, inspectionEnded } from '../shared/inspected.ts'
import { addProblemTexts, useProblemText } from '../ui/problem-texts.ts'
import { useAction } from '../ui/use-action.ts'
import styles from './inspection-bar.module.css'

export function InspectionBar({ id, name }: { id: string; name: string }) {
  const { t } = useLingui()
  const isEnded = inspectionEnded.use()
  const textOf = useProblemText()
  const again = useAction({
    mutationFn: async () => {
      const { backoffice } = await import('../shared/backoffice.ts')
      return await backoffice.clients.inspect(id)
    },
    onSuccess: () => {
      inspectionEnded.set(false)
      void queryClient.invalidateQueries()
    },
  })
  return (
    <section aria-label={t`Seen as the client`} className={`${styles['bar']} not-printed`}>
      <Eye size={16} aria-hidden="true" />
      <p role="status">
        {again.isError ? (
          textOf(again.error).title
        ) : isEnded ? (
          <Trans>
            The hour for seeing what <b>{name}</b> sees is over.
          </Trans>
        ) : (
          <Trans>
            You see what <b>{name}</b> sees. Read only.
          </Trans>
        )}
      </p>
      {isEnded ? (
        <Button size="compact-sm" loading={again.isPending} onClick={() => again.mutate()}>
          {t`Go on for another hour`}
        </Button>
      ) : null}
      <Button size="compact-sm" onClick={backToWarehouse}>{t`Back to the warehouse`}</Button>
    </section>
  )
}

addProblemTexts({
  'auth/inspection-required': [
    msg`You no longer see what this client sees`,
    msg`It lasts an hour. Go on for another one, or back to the warehouse.`,
  ],
  'auth/read-only': [
    msg`Here you can only look`,
    msg`You see what the client sees. Change things on the pages of the warehouse.`,
  ],
})
