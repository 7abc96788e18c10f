// Empties the sandbox, and fills it anew if that is wanted. What stays and what goes is said before.
import type { Sandbox } from '@anden/sdk'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { queryClient, sandboxKey } from '../../shared/api.ts'
import { sandbox } from '../../shared/sandbox.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { useAction } from '../../ui/use-action.ts'
import { AsRequest } from './as-request.tsx'

type Data = 'empty' | 'products' | 'demo'

export function ResetDialog({ used, close }: { used: Sandbox['used']; close: () => void }) {
  const { t } = useLingui()
  const [data, setData] = useState<Data>('products')
  const reset = useAction({
    mutationFn: async () => await sandbox.reset({ data }),
    onSuccess: (begun) => {
      queryClient.setQueryData(sandboxKey, begun)
      close()
    },
  })
  const choices: [Data, string, string][] = [
    ['products', t`With your products`, t`a copy of those that you have, and nothing in stock`],
    ['demo', t`With an example`, t`products with stock, recipients, orders in several states and an account`],
    ['empty', t`Empty`, t`without products`],
  ]
  const orders = plural(used.orders, { one: '# order', other: '# orders' })
  const products = plural(used.products, { one: '# product', other: '# products' })
  return (
    <Confirm
      title={t`Reset the sandbox?`}
      confirmLabel={t`Reset the sandbox`}
      action={{ ...reset, mutate: () => void reset.mutate() }}
      close={close}
    >
      <Stack gap="md">
        <p>
          <Trans>
            Everything in it is deleted: {orders}, {products}, and all that belongs to them. Test keys and
            webhook endpoints stay, and its day is that of the warehouse again.
          </Trans>
        </p>
        <Radio.Group label={t`It begins again`} value={data} onChange={(value) => setData(value as Data)}>
          <Stack gap="xs" mt="xs">
            {choices.map(([value, label, description]) => (
              <Radio key={value} value={value} label={label} description={description} />
            ))}
          </Stack>
        </Radio.Group>
        <div>
          <AsRequest path="/sandbox/reset" body={{ data }} />
        </div>
      </Stack>
    </Confirm>
  )
}
