// Exports all rows as a CSV file, and shows the problem if it fails.

import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { language } from '../../ui/languages.ts'
import { ProblemNote } from '../../ui/problem.tsx'
import { saveAs } from '../../ui/save-as.ts'
import { useAction } from '../../ui/use-action.ts'

type Csv = (options: { headers: Record<string, string> }) => Promise<ReadableStream<Uint8Array>>

export function useExport(csv: Csv, name: string, label?: string): { button: ReactNode; problem: ReactNode } {
  const { t } = useLingui()
  const exported = useAction({
    mutationFn: async () => {
      // The language decides whether the file has decimal commas and semicolons, as the reader's spreadsheet expects.
      await saveAs(await csv({ headers: { 'accept-language': language() } }), `${name}.csv`)
    },
  })
  return {
    button: (
      <Button loading={exported.isPending} onClick={() => exported.mutate()}>
        {label ?? t`Export CSV`}
      </Button>
    ),
    problem: exported.isError ? <ProblemNote error={exported.error} /> : null,
  }
}
