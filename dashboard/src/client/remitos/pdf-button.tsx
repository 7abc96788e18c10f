import type { Remito } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { portal } from '../../shared/api.ts'
import { useRemitoName } from '../../shared/remitos/remito-types.tsx'
import { language } from '../../ui/languages.ts'
import { useProblemText } from '../../ui/problem-texts.ts'
import { saveAs } from '../../ui/save-as.ts'
import { useAction } from '../../ui/use-action.ts'

/** Downloads the PDF of the remito. */
export function PdfButton({ label, ...remito }: Pick<Remito, 'id' | 'remito_number'> & { label?: string }) {
  const { t } = useLingui()
  const name = useRemitoName()(remito)
  const textOf = useProblemText()
  const download = useAction({
    mutationFn: async () => await remitoPdf(remito.id),
    onSuccess: (pdf) => saveAs(pdf, `${name}.pdf`),
  })
  const failure = download.isError ? textOf(download.error).title : ''
  return (
    <Button
      size={label ? 'sm' : 'compact-sm'}
      loading={download.isPending}
      aria-label={label ?? t`PDF of ${name}`}
      title={failure || undefined}
      onClick={() => download.mutate()}
    >
      {label ?? (failure ? t`Try again` : 'PDF')}
      <span className="visually-hidden" role="status">
        {failure}
      </span>
    </Button>
  )
}

async function remitoPdf(id: string): Promise<Blob> {
  return await portal.remitos.pdf.get(id, {}, { headers: { 'accept-language': language() } })
}

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
