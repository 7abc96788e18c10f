// All rows as a CSV file: the button, and what went wrong.

import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { language } from '../languages.ts'
import { ProblemNote } from './problem.tsx'
import { saveAs } from './save-as.ts'
import { useAction } from './use-action.ts'

type Csv = (options: { headers: Record<string, string> }) => Promise<ReadableStream<Uint8Array>>

export function useExport(csv: Csv, name: string, label?: string): { button: ReactNode; problem: ReactNode } {
  const { t } = useLingui()
  const exported = useAction({
    mutationFn: async () => {
      // Decimal comma and semicolons where the reader's spreadsheet expects them.
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
