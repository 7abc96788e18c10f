// Says what the last scan was, large enough to be read from an arm's length. Words and a sign, never a colour alone.
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { formatList } from '../../ui/format.ts'
import { quantityText } from '../../ui/values.tsx'
import { fromThousandths, type Outcome } from '../prepare/counting.ts'
import { productOfCode } from '../scan/product-of-code.ts'
import { Misread, Note, Said, ScanHint } from '../scan/said.tsx'

type ScanNoteProps = {
  /** Undefined before the first scan. `turn` differs for each, so that the same words are announced again. */
  said: { outcome: Outcome; turn: number } | undefined
  clientId: string
  /** The words for where it was counted. */
  into: string
}

export function ScanNote({ said, clientId, into }: ScanNoteProps) {
  const { t } = useLingui()
  const isBad = said !== undefined && said.outcome.is !== 'counted'
  const note = said ? (
    <Words key={said.turn} outcome={said.outcome} clientId={clientId} into={into} />
  ) : (
    <ScanHint>{t`Choose what is done with the goods, then scan them.`}</ScanHint>
  )
  return <Said isBad={isBad}>{note}</Said>
}

type WordsProps = { outcome: Outcome; clientId: string; into: string }

function Words({ outcome, clientId, into }: WordsProps) {
  const { t } = useLingui()
  switch (outcome.is) {
    case 'counted': {
      const [line] = outcome.lines
      const quantity = quantityText(fromThousandths(outcome.quantity), line?.unit_type ?? '')
      return (
        <Note tone="good" title={`${into}: ${quantity}`}>
          <span>{line?.name}</span>
        </Note>
      )
    }
    case 'wrong-product':
      return <WrongProduct clientId={clientId} code={outcome.code} />
    case 'misread':
      return <Misread code={outcome.code} />
    case 'other-packaging':
      return (
        <Note tone="bad" title={t`Another packaging`}>
          <b>{outcome.line.name}</b>
          <span>{t`How many this code stands for is not known. Enter the quantity in the line.`}</span>
        </Note>
      )
    case 'wrong-lot': {
      const lots = formatList(outcome.lines.map(({ lot_number }) => lot_number))
      return (
        <Note tone="bad" title={t`Another lot`}>
          <span>{outcome.lines[0]?.name}</span>
          <b>{t`The order took ${lots}. Nothing was counted.`}</b>
        </Note>
      )
    }
    case 'too-many':
      return (
        <Note tone="bad" title={t`More than is expected`}>
          <span>{outcome.lines[0]?.name}</span>
          <b>{t`Nothing was counted. If more came back, expect the rest in another return.`}</b>
        </Note>
      )
    case 'needs-quantity':
      return (
        <Note tone="ask" title={t`How much?`}>
          <span>{outcome.line.name}</span>
          <span>{t`The code does not say it. Weigh it, and enter it in the line.`}</span>
        </Note>
      )
  }
}

function WrongProduct({ clientId, code }: { clientId: string; code: string }) {
  const { t } = useLingui()
  const { data } = useQuery(productOfCode(clientId, code))
  const product = data && 'product' in data ? data.product : null
  return (
    <Note tone="bad" title={t`Not in this return`}>
      {product ? <b>{product.name}</b> : <span className="mono">{code}</span>}
      <span>{t`Nothing was counted.`}</span>
    </Note>
  )
}
