import rules from 'contract:portal/POST /keys'
import type { NewOwnApiKey } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { portal } from '../../../shared/api.ts'
import { CreateKey } from '../../../shared/keys/create-key.tsx'
import { ScopePicker } from '../../../shared/keys/scope-picker.tsx'
import { useTrial } from '../../../shared/keys/scopes.ts'

export function CreateOwnKey() {
  const { t } = useLingui()
  return (
    <CreateKey
      title={t`Create an API key`}
      crumbs={[{ to: '/developers/keys', label: t`API keys` }]}
      draft="keys.new"
      rules={rules}
      create={(body) => portal.keys.create(body as NewOwnApiKey)}
      scopeField={(props) => <ScopePicker {...props} />}
      trial={useTrial()}
    />
  )
}
