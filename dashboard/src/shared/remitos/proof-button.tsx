import type { RemitoAcceptance } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { language } from '../../ui/languages.ts'
import { useProblemText } from '../../ui/problem-texts.ts'
import { saveAs } from '../../ui/save-as.ts'
import { useAction } from '../../ui/use-action.ts'

/** Reads the proof from the API of the page. */
export type ReadProof = (options: { headers: Record<string, string> }) => PromiseLike<Blob>

/** Downloads the proof of an acceptance: the remito, with lines, signature and photos behind it. */
export function ProofButton({
  acceptance: { remito_number },
  read,
}: {
  acceptance: Pick<RemitoAcceptance, 'remito_number'>
  read: ReadProof
}) {
  const { t } = useLingui()
  const textOf = useProblemText()
  const number = remito_number.join(', ')
  const download = useAction({
    mutationFn: async () => await read({ headers: { 'accept-language': language() } }),
    onSuccess: (pdf) => saveAs(pdf, `${t`Proof of delivery ${number}`}.pdf`),
  })
  const failure = download.isError ? textOf(download.error).title : ''
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={download.isPending}
      title={failure || undefined}
      onClick={() => download.mutate()}
    >
      {failure ? t`Try again` : t`Download proof`}
      <span className="visually-hidden" role="status">
        {failure}
      </span>
    </Button>
  )
}
