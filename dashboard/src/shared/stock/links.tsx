// Links in components that clients and staff share. The staff have their own pages for the same objects.
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useSession } from '../session.ts'

function useReader() {
  const { client, scopes } = useSession()
  const isStaff = client === null
  return {
    isStaff,
    base: isStaff ? '/warehouse' : '',
    may: (scope: string) => isStaff || scopes.includes(scope),
  }
}

export function RemitoLink({ id, numbers }: { id: string; numbers: string | null }) {
  const { t } = useLingui()
  const { base, may } = useReader()
  const text = numbers || t`Remito`
  if (!may('read:remitos')) return <span className="mono">{text}</span>
  return (
    <Link to={`${base}/remitos/${id}`} className="mono">
      {text}
    </Link>
  )
}

export function ReturnLink({ id, number }: { id: string; number: string }) {
  const { base, may } = useReader()
  if (!may('read:remitos')) return <span className="mono">{number}</span>
  return (
    <Link to={`${base}/returns/${id}`} className="mono">
      {number}
    </Link>
  )
}

export function LotLink({ id, number }: { id: string; number: string }) {
  const { base } = useReader()
  return (
    <Link to={`${base}/lots/${id}`} className="mono">
      {number}
    </Link>
  )
}

export function OrderLink({ id, number }: { id: string; number: string }) {
  const { base, may } = useReader()
  return may('read:orders') ? <Link to={`${base}/orders/${id}`}>{number}</Link> : number
}

/** Only clients have pages for recipients. */
export function RecipientLink({ id, name }: { id: string; name: string }) {
  const { isStaff } = useReader()
  if (isStaff) return name
  return (
    <Link to="/destinatarios/$id" params={{ id }} title={name}>
      {name}
    </Link>
  )
}
