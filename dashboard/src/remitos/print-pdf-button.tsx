import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useAction } from '../ui/use-action.ts'
import { remitoPdf } from './pdf-button.tsx'

/** Shows the remito's own page in a tab of its own, where the browser prints it. */
export function PrintPdfButton({ id }: { id: string }) {
  const { t } = useLingui()
  const show = useAction({
    mutationFn: async () => await remitoPdf(id),
    onSuccess: (pdf) => window.open(URL.createObjectURL(pdf), '_blank'),
  })
  return (
    <Button loading={show.isPending} onClick={() => show.mutate()}>
      {show.isError ? t`Try again` : t`Print`}
    </Button>
  )
}
