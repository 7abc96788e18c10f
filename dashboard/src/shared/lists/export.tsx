// Exports all rows of a list: for people as Excel or CSV, in the language that is shown, and for programs as the API's CSV.
// Shows the problem if it fails.

import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { language } from '../../ui/languages.ts'
import { MenuOnDemand } from '../../ui/menu-on-demand.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { saveAs } from '../../ui/save-as.ts'
import { useAction } from '../../ui/use-action.ts'
import type { ExportSource, SheetChoice } from '../api.ts'

/** null: the API's CSV. */
type Choice = Omit<SheetChoice, 'language'> | null

export function useExport(
  { csv, sheet, hasLines = false }: ExportSource,
  name: string,
  label?: string,
): { button: ReactNode; problem: ReactNode } {
  const { t } = useLingui()
  const { isPending, isError, error, mutate } = useAction({
    mutationFn: async (choice: Choice) => {
      if (choice && sheet) {
        const file = await sheet({ ...choice, language: language() }, {})
        return saveAs(file, `${name}.${choice.format}`)
      }
      // The language decides whether the file has decimal commas and semicolons, as the reader's spreadsheet expects.
      return saveAs(await csv({ headers: { 'accept-language': language() } }), `${name}.csv`)
    },
  })
  return {
    button: sheet ? (
      <ExportMenu label={label ?? t`Export`} hasLines={hasLines} isPending={isPending} choose={mutate} />
    ) : (
      <Button loading={isPending} onClick={() => mutate(null)}>
        {label ?? t`Export CSV`}
      </Button>
    ),
    problem: isError ? <ProblemNote error={error} /> : null,
  }
}

type ExportMenuProps = {
  label: string
  hasLines: boolean
  isPending: boolean
  choose: (choice: Choice) => void
}

function ExportMenu({ label, hasLines, isPending, choose }: ExportMenuProps) {
  const { t } = useLingui()
  return (
    <MenuOnDemand
      width={hasLines ? 300 : 200}
      position="bottom-end"
      button={(props) => (
        <Button loading={isPending} {...props}>
          {label}
        </Button>
      )}
      entries={(Menu) => (
        <>
          <Menu.Item onClick={() => choose({ format: 'xlsx' })}>{t`Excel`}</Menu.Item>
          {hasLines ? (
            <Menu.Item
              onClick={() => choose({ format: 'xlsx', rows: 'lines' })}
            >{t`Excel, one row per line`}</Menu.Item>
          ) : null}
          <Menu.Item onClick={() => choose({ format: 'csv' })}>{t`CSV for spreadsheets`}</Menu.Item>
          {hasLines ? (
            <Menu.Item
              onClick={() => choose({ format: 'csv', rows: 'lines' })}
            >{t`CSV for spreadsheets, one row per line`}</Menu.Item>
          ) : null}
          <Menu.Divider />
          <Menu.Item onClick={() => choose(null)}>{t`CSV for programs`}</Menu.Item>
        </>
      )}
    />
  )
}
