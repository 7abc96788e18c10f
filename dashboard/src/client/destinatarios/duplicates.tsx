// Points out recipients that have the same CUIT or DNI, or the same name, before another one is saved. It does not prevent it: two
// branches of a company share their CUIT.
import { cuitOrDni } from '@anden/contract/values'
import type { Destinatario } from '@anden/sdk'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Warning } from '../../ui/warning.tsx'
import { placeOf } from './names.tsx'
import { destinatariosLike } from './queries.ts'

const typingMs = 300

type Identity = { name: string; cuit_dni: string }

type DuplicatesProps = Identity & {
  /** The recipient that is being edited. */
  ownId?: string | undefined
  /** Takes the existing recipient in place of a new one. */
  take?: ((id: string) => void) | undefined
}

export function Duplicates({ ownId, take, ...typed }: DuplicatesProps) {
  const { t } = useLingui()
  const [{ name, cuit_dni }] = useDebouncedValue(typed, typingMs)
  const cuit = cuitOrDni(cuit_dni)
  const named = useQuery({ ...destinatariosLike({ name: name.trim() }), enabled: name.trim() !== '' })
  const withCuit = useQuery({ ...destinatariosLike({ q: cuit ?? '' }), enabled: cuit !== null })
  const sameCuit = cuit ? (withCuit.data ?? []).filter((other) => other.cuit_dni === cuit) : []
  const sameName = (named.data ?? []).filter((other) => folded(other.name) === folded(name))
  const others = [...new Map([...sameCuit, ...sameName].map((other) => [other.id, other])).values()]
  const found = others.filter(({ id }) => id !== ownId)
  return (
    <div aria-live="polite">
      {found.map((other) => (
        <Warning key={other.id}>
          {sameCuit.includes(other) ? (
            <Trans>
              You already have a recipient with this CUIT or DNI: <Existing {...other} />
            </Trans>
          ) : (
            <Trans>
              You already have a recipient with this name: <Existing {...other} />
            </Trans>
          )}{' '}
          {take ? (
            <Button size="compact-xs" onClick={() => take(other.id)}>
              {t`Choose it`}
            </Button>
          ) : null}
        </Warning>
      ))}
    </div>
  )
}

function Existing(recipient: Pick<Destinatario, 'id' | 'name' | 'city' | 'province'>) {
  const place = placeOf(recipient)
  return (
    <>
      <Link to="/destinatarios/$id" params={{ id: recipient.id }}>
        {recipient.name}
      </Link>
      {place ? ` (${place})` : null}
    </>
  )
}

/** As the service compares names: without regard to case, accents and repeated spaces. */
const folded = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
