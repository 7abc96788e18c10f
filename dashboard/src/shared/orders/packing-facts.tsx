import { Plural, useLingui } from '@lingui/react/macro'
import { Facts } from '../../ui/card.tsx'
import { Moment } from '../../ui/values.tsx'

type Packing = { packages: number | null; packed_at: string | null; checked: boolean | null }

/** In how many packages the goods are, since when, and whether every unit was checked. Nothing before they are packed. */
export function PackingFacts({ packages, packed_at, checked }: Packing) {
  const { t } = useLingui()
  if (packages === null || packed_at === null) return null
  return (
    <Facts
      entries={[
        [t`Packages`, <Plural key="packages" value={packages} one="# package" other="# packages" />],
        [t`Packed`, <Moment key="packed" at={packed_at} />],
        [t`Checked`, checked ? t`every unit` : t`no`],
      ]}
    />
  )
}
