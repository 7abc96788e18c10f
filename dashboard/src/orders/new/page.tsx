import { useLingui } from '@lingui/react/macro'
import { Page } from '../../ui/page.tsx'

export function NewOrderPage() {
  const { t } = useLingui()
  return (
    <Page title={t`New order`} crumbs={[{ to: '/orders', label: t`Orders` }]}>
      {null}
    </Page>
  )
}
