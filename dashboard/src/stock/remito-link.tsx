import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useMay } from '../shell/session.ts'

export function RemitoLink({ id, numbers }: { id: string; numbers: string | null }) {
  const { t } = useLingui()
  const text = numbers || t`Remito`
  if (!useMay('read:remitos')) return <span className="mono">{text}</span>
  return (
    <Link to={`/remitos/${id}` as string} className="mono">
      {text}
    </Link>
  )
}
