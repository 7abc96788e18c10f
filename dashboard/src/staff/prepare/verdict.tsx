// Says what the last scan was, large enough to be read from an arm's length. Words and a sign, never a colour alone.
import { Plural, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { formatDate, formatList } from '../../ui/format.ts'
import { quantityText } from '../../ui/values.tsx'
import { readGs1 } from '../scan/gs1.ts'
import { productOfCode } from '../scan/product-of-code.ts'
import { Misread, Note, Said, ScanHint } from '../scan/said.tsx'
import { type Counting, countedOf, fromThousandths, type Outcome, one, type PickLine } from './counting.ts'

/** What the page itself says about a scan. */
export type Verdict = Outcome | { is: 'not-begun' } | { is: 'undone' } | { is: 'over' }

export const isRefusal = ({ is }: Verdict) => is !== 'counted' && is !== 'undone'

type VerdictNoteProps = {
  /** Undefined before the first scan. `turn` differs for each, so that the same words are announced again. */
  said: { verdict: Verdict; turn: number } | undefined
  isPacked: boolean
  clientId: string
  lines: readonly PickLine[]
  counting: Counting
}

export function VerdictNote({ said, isPacked, ...rest }: VerdictNoteProps) {
  const { t } = useLingui()
  const verdict = said?.verdict
  const isBad = verdict !== undefined && isRefusal(verdict)
  const note = said ? (
    <Words key={said.turn} verdict={said.verdict} {...rest} />
  ) : (
    <ScanHint>
      {isPacked
        ? t`This order is packed: there is nothing left to take.`
        : t`Scan the code of what you take. Tap a line to tick it by hand.`}
    </ScanHint>
  )
  return <Said isBad={isBad}>{note}</Said>
}

type WordsProps = Omit<VerdictNoteProps, 'said' | 'isPacked'> & { verdict: Verdict }

function Words(props: WordsProps) {
  const { t } = useLingui()
  const { verdict, clientId, lines, counting } = props
  switch (verdict.is) {
    case 'counted':
      return <CountedWords verdict={verdict} lines={lines} counting={counting} />
    case 'undone':
      return <Note tone="quiet" title={t`Undone`} />
    case 'not-begun':
      return <Note tone="bad" title={t`Not begun yet`}>{t`Press Prepare first. Nothing was counted.`}</Note>
    case 'over':
      return (
        <Note
          tone="bad"
          title={t`Nothing was counted`}
        >{t`The goods of this order are not taken any more.`}</Note>
      )
    case 'wrong-product':
      return <WrongProduct clientId={clientId} code={verdict.code} />
    case 'misread':
      return <Misread code={verdict.code} />
    case 'other-packaging':
      return (
        <Note tone="bad" title={t`Another packaging`}>
          <b>{verdict.line.name}</b>
          <span>{t`How many this code stands for is not known. Scan a single one, or tick the line by hand.`}</span>
        </Note>
      )
    case 'wrong-lot':
      return <WrongLot {...verdict} />
    case 'too-many':
      return <TooMany {...verdict} />
    case 'needs-quantity':
      return (
        <Note tone="ask" title={t`How much?`}>
          <NameOf {...verdict.line} />
          <span>{t`The code does not say it. Weigh it, and enter it in the line.`}</span>
        </Note>
      )
  }
}

function CountedWords({
  verdict,
  lines,
  counting,
}: Pick<WordsProps, 'lines' | 'counting'> & { verdict: Outcome & { is: 'counted' } }) {
  const { t } = useLingui()
  const line = verdict.lines.at(-1)
  if (verdict.isComplete)
    return (
      <Note tone="good" title={t`All counted`}>
        {line && lines.length > 1 ? <NameOf {...line} /> : null}
      </Note>
    )
  if (!line) return null
  const counted = countedOf(counting, line)
  return (
    <Note tone="good" title={shareText(counted, line)}>
      <NameOf {...line} />
      {counted === line.ordered ? <span>{t`This line is complete.`}</span> : null}
    </Note>
  )
}

/** `4 / 6 cases` */
export const shareText = (counted: number, { ordered, unit_type }: PickLine) =>
  `${quantityText(fromThousandths(counted), '')} / ${quantityText(fromThousandths(ordered), unit_type)}`

function WrongProduct({ clientId, code }: { clientId: string; code: string }) {
  const { t } = useLingui()
  const { data, isPending, fetchStatus } = useQuery({
    ...productOfCode(clientId, code),
    enabled: clientId !== '',
  })
  const product = data && 'product' in data ? data.product : null
  const lot = readGs1(code)?.lot
  const lookup =
    isPending && fetchStatus === 'fetching'
      ? t`Looking it up…`
      : !data
        ? t`Without a connection, its product cannot be looked up.`
        : 'isMisread' in data
          ? t`This client has no product with that code.`
          : null
  return (
    <Note tone="bad" title={t`Not in this order`}>
      {product ? (
        <>
          <span>{lot ? t`${product.name} · lot ${lot}` : product.name}</span>
          <b>
            {product.location ? t`Put it back on shelf ${product.location}` : t`Put it back on its shelf`}
          </b>
        </>
      ) : (
        <>
          <Code>{code}</Code>
          <span>{lookup}</span>
        </>
      )}
    </Note>
  )
}

function WrongLot({ lines, lot, expiry }: Outcome & { is: 'wrong-lot' }) {
  const { t } = useLingui()
  const taken = formatList(lines.map(({ lot_number }) => lot_number))
  const isLot =
    lot !== undefined && lines.every((line) => line.lot_number.toLowerCase() !== lot.toLowerCase())
  const dates = formatList(lines.flatMap(({ expiry_date }) => (expiry_date ? [formatDate(expiry_date)] : [])))
  const date = expiry ? formatDate(expiry) : ''
  return (
    <Note tone="bad" title={isLot ? t`Another lot` : t`Another date`}>
      <span>{lines[0]?.name}</span>
      {isLot ? (
        <>
          <span>{t`Scanned: ${lot}`}</span>
          <b>{t`The order takes ${taken}`}</b>
        </>
      ) : (
        <>
          <span>{t`Scanned: expires ${date}`}</span>
          <b>{t`The order takes the one that expires ${dates}`}</b>
        </>
      )}
    </Note>
  )
}

function TooMany({ lines, quantity, ordered, missing }: Outcome & { is: 'too-many' }) {
  const { t } = useLingui()
  const unit = lines[0]?.unit_type ?? ''
  const inOrder = quantityText(fromThousandths(ordered), unit)
  const inOthers = quantityText(fromThousandths(missing), unit)
  const isOne = quantity === one
  return (
    <Note
      tone="bad"
      title={isOne ? t`One too many` : t`Too many: ${quantityText(fromThousandths(quantity), unit)}`}
    >
      {lines[0] ? <NameOf {...lines[0]} /> : null}
      <b>{t`The order has ${inOrder}. Nothing was counted.`}</b>
      {missing > 0 ? (
        <span>
          <Plural
            value={missing === one ? 1 : 2}
            one={`Of its other lots, ${inOthers} is missing.`}
            other={`Of its other lots, ${inOthers} are missing.`}
          />
        </span>
      ) : null}
    </Note>
  )
}

function NameOf({ name, lot_number }: PickLine) {
  return (
    <span>
      {name} · <span className="mono">{lot_number}</span>
    </span>
  )
}

const Code = ({ children }: { children: string }) => <span className="mono">{children}</span>

/** `8 cases and 12.75 kg` */
export const quantitiesText = (sums: readonly (readonly [unit: string, thousandths: number])[]) =>
  formatList(sums.map(([unit, quantity]) => quantityText(fromThousandths(quantity), unit)))
