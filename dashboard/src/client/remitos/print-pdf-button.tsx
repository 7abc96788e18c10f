import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useAction } from '../../ui/use-action.ts'
import { remitoPdf } from './pdf-button.tsx'

/** Opens the PDF of the remito in a new tab, from which the browser prints it. */
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
