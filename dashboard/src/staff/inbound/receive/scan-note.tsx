// Says what the last scan was, large enough to be read from an arm's length.
import { useLingui } from '@lingui/react/macro'
import { quantityIn } from '../../../ui/number/read-number.ts'
import { typedNumber } from '../../../ui/number/typed-number.ts'
import { quantityText } from '../../../ui/values.tsx'
import { Misread, Note, Said, ScanHint } from '../../scan/said.tsx'
import type { Verdict } from './use-receipt.ts'

type ScanNoteProps = { said: { verdict: Verdict; turn: number } | undefined }

const refusals = new Set<Verdict['is']>(['unknown', 'misread', 'failed'])

export function ScanNote({ said }: ScanNoteProps) {
  const { t } = useLingui()
  const isBad = said !== undefined && refusals.has(said.verdict.is)
  const note = said ? (
    <Words key={said.turn} verdict={said.verdict} />
  ) : (
    <ScanHint>{t`Scan a label or the goods, or tick a line. Tap a line if something is different.`}</ScanHint>
  )
  return <Said isBad={isBad}>{note}</Said>
}

function Words({ verdict }: { verdict: Verdict }) {
  const { t } = useLingui()
  switch (verdict.is) {
    case 'ticked': {
      const { line, quantity } = verdict
      const read = typedNumber(quantity, quantityIn(line.unit_type)) ?? 0
      return (
        <Note tone="good" title={quantityText(read, line.unit_type)}>
          {line.name}
        </Note>
      )
    }
    case 'again':
      return (
        <Note tone="ask" title={t`Ticked already`}>
          <b>{verdict.name}</b>
          <span>{t`It counts once. Tap the line to change its quantity.`}</span>
        </Note>
      )
    case 'needs-quantity':
      return (
        <Note tone="ask" title={t`How much?`}>
          <b>{verdict.name}</b>
          <span>{t`All that was announced has come already. Enter how much more there is.`}</span>
        </Note>
      )
    case 'added':
      return (
        <Note tone="ask" title={verdict.isOtherLot ? t`Another lot` : t`Not announced`}>
          <b>{verdict.lot ? t`${verdict.name} · lot ${verdict.lot}` : verdict.name}</b>
          <span>{t`It has a line of its own below.`}</span>
        </Note>
      )
    case 'looking':
      return (
        <Note tone="quiet" title={t`Looking it up…`}>
          {verdict.code}
        </Note>
      )
    case 'misread':
      return <Misread code={verdict.code} />
    case 'unknown':
      return (
        <Note tone="bad" title={t`Unknown`}>
          <span className="mono">{verdict.code}</span>
          <span>{t`This client has no product with that code.`}</span>
        </Note>
      )
    case 'failed':
      return <Note tone="bad" title={verdict.text} />
  }
}
