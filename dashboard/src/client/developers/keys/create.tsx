import rules from 'contract:portal/POST /keys'
import type { NewOwnApiKey } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { portal } from '../../../shared/api.ts'
import { addressIn, environment, isSandbox } from '../../../shared/environment.ts'
import { CreateKey } from '../../../shared/keys/create-key.tsx'
import { ScopePicker } from '../../../shared/keys/scope-picker.tsx'
import { useTrial } from '../../../shared/keys/scopes.ts'
import { EnvironmentChoice } from './environment-choice.tsx'

export function CreateOwnKey() {
  const { t } = useLingui()
  const trial = useTrial()
  const [of, setOf] = useState(environment)
  return (
    <CreateKey
      title={t`Create an API key`}
      crumbs={[{ to: '/developers/keys', label: t`API keys` }]}
      draft="keys.new"
      rules={rules}
      create={(body) => portal.keys.create({ ...(body as NewOwnApiKey), environment: of })}
      scopeField={(props) => (
        <>
          {/* A sandbox has test keys only. */}
          {isSandbox ? null : <EnvironmentChoice value={of} onChange={setOf} />}
          <ScopePicker {...props} />
        </>
      )}
      trial={trial}
      {...(of === environment ? {} : { back: () => location.assign(addressIn(of, '/developers/keys')) })}
    />
  )
}
