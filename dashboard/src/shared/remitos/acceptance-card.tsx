// How the recipient accepted the goods: who and when, what was not right, the signature and the photos. For both sides.
import type { RemitoAcceptance } from '@anden/sdk'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Card, Facts } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { Moment, Mono, Quantity, TaxId } from '../../ui/values.tsx'
import styles from './acceptance.module.css'
import { ProofButton, type ReadProof } from './proof-button.tsx'

type Line = RemitoAcceptance['items'][number]
type ProofFile = RemitoAcceptance['files'][number]

type AcceptanceCardProps = {
  acceptance: RemitoAcceptance
  readProof: ReadProof
  /** Beside the title. */
  aside?: ReactNode
  /** Above everything else. */
  children?: ReactNode
  /** Further facts. */
  more?: readonly (readonly [label: string, value: ReactNode])[]
}

export function AcceptanceCard({ acceptance, readProof, aside, children, more = [] }: AcceptanceCardProps) {
  const { t } = useLingui()
  const { outcome, name, document, channel, at, signed_at, items, files, removed_at } = acceptance
  const channels: Record<RemitoAcceptance['channel'], string> = {
    recipient: t`on the page of the remito`,
    driver: t`on the driver's phone`,
    staff: t`on paper`,
  }
  return (
    <Card
      title={t`Reception`}
      aside={
        <span className={styles['actions']}>
          <ProofButton acceptance={acceptance} read={readProof} />
          {aside}
        </span>
      }
    >
      {children}
      <p className={styles['who']}>
        <AcceptanceChip outcome={outcome} />
        <span>
          {name === null ? (
            <Trans>
              Received on <Moment at={at} />
            </Trans>
          ) : (
            <Trans>
              Received by <Name name={name} /> on <Moment at={at} />
            </Trans>
          )}
        </span>
      </p>
      <Differences items={items} />
      <Files files={files} />
      <Facts
        entries={[
          [t`Signed`, channels[channel]],
          [t`DNI`, document ? <TaxId key="dni" value={document} /> : null],
          [
            t`By the clock of the phone`,
            isApart(signed_at, at) ? <Moment key="signed" at={signed_at} /> : null,
          ],
          [
            t`Removed`,
            removed_at ? (
              <Trans key="removed">
                Names and pictures were removed on <Moment at={removed_at} />
              </Trans>
            ) : null,
          ],
          ...more,
        ]}
      />
    </Card>
  )
}

function AcceptanceChip({ outcome }: Pick<RemitoAcceptance, 'outcome'>) {
  const { t } = useLingui()
  return outcome === 'accepted' ? (
    <Chip tone="ok">{t`Received`}</Chip>
  ) : (
    <Chip tone="warn">{t`With differences`}</Chip>
  )
}

/** A phone without a network sends it later. */
const apartMs = 2 * 60_000
const isApart = (signedAt: string, at: string) => Math.abs(Date.parse(at) - Date.parse(signedAt)) > apartMs

function Differences({ items }: { items: readonly Line[] }) {
  const { t } = useLingui()
  const wrong = items.filter(({ accepted, shipped }) => accepted !== shipped)
  const noted = items.filter((line) => line.note !== null && !wrong.includes(line))
  if (wrong.length + noted.length === 0) return null
  /** Only what occurs, so that a phone has room for the names. */
  const quantity = (id: 'missing' | 'damaged' | 'refused', label: string): Column<Line>[] =>
    wrong.some((line) => line[id] > 0)
      ? [
          {
            id,
            label,
            isNumeric: true,
            cell: (line) => (line[id] === 0 ? null : <Quantity value={line[id]} unit={line.unit_type} />),
          },
        ]
      : []
  const columns: Column<Line>[] = [
    {
      id: 'product',
      label: t`Product`,
      cell: ({ products, lot_number, note }) => (
        <>
          {products.name} <Mono>{lot_number}</Mono>
          {note === null ? null : <div className="quiet">{note}</div>}
        </>
      ),
    },
    {
      id: 'accepted',
      label: t`Received`,
      isNumeric: true,
      cell: ({ accepted, unit_type }) => <Quantity value={accepted} unit={unit_type} />,
    },
    ...quantity('missing', t`Missing`),
    ...quantity('damaged', t`Damaged`),
    ...quantity('refused', t`Refused`),
  ]
  return (
    <div className={styles['table']}>
      <PlainTable
        label={t`Differences`}
        columns={columns}
        rows={[...wrong, ...noted]}
        rowKey={({ item_id }) => item_id}
      />
    </div>
  )
}

/** The links are of the address of the service; the page shows only what is at its own. */
const ownAddress = (url: string) => {
  const { pathname, search } = new URL(url)
  return pathname + search
}

function Files({ files }: { files: readonly ProofFile[] }) {
  const { t } = useLingui()
  if (files.length === 0) return null
  const signature = files.find(({ kind }) => kind === 'signature')
  const photos = files.filter(({ kind }) => kind === 'photo')
  const scan = files.find(({ kind }) => kind === 'scan')
  return (
    <div className={styles['files']}>
      {signature ? (
        <img
          className={styles['signature']}
          src={ownAddress(signature.file_url)}
          alt={t`Signature`}
          width={signature.width ?? undefined}
          height={signature.height ?? undefined}
        />
      ) : null}
      {photos.map(({ id, file_url }, index) => (
        <a key={id} href={ownAddress(file_url)} target="_blank" rel="noreferrer">
          <img
            className={styles['photo']}
            src={ownAddress(file_url)}
            alt={t`Damage or goods, ${index + 1}`}
            loading="lazy"
          />
        </a>
      ))}
      {scan ? (
        <a href={ownAddress(scan.file_url)} target="_blank" rel="noreferrer">{t`Scan of the paper`}</a>
      ) : null}
    </div>
  )
}

/** As an element, because `Trans` would take what looks like one in a value for one of its own. */
const Name = ({ name }: { name: string }) => name
