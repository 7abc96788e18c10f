// Where deliveries come from, for whoever maintains the firewall before the receiver.
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { one, portal } from '../../../shared/api.ts'
import { Mono } from '../../../ui/values.tsx'

const identity = one(['webhooks', 'sources'], (options) => portal.me.get({}, options))

/** Nothing, if the warehouse has not said. */
export function SourceAddresses() {
  const { data } = useQuery(identity)
  const addresses = data?.webhook_source_addresses ?? []
  if (addresses.length === 0) return null
  return (
    <p className="quiet">
      <Trans>
        Deliveries come from <Mono>{addresses.join(', ')}</Mono>. If a firewall protects your receiver, let it
        accept these.
      </Trans>
    </p>
  )
}
