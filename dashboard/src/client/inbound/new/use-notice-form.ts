// The form of a notice, for a new one and for a change. If another notice has the reference already, it leads there: that
// is also how one is found whose answer was lost.
import { AndenError, type InboundNoticeDetail } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { markOld } from '../../../shared/api.ts'
import type { RouteRules } from '../../../ui/form/rules.ts'
import { faultsOfProblem, type ShownFault, useContractForm } from '../../../ui/form/use-contract-form.ts'
import type { NoticeFields } from './notice-fields.ts'

export type Existing = { id: string; number: string }
export type NoticeForm = ReturnType<typeof useNoticeForm>

export function useNoticeForm(options: {
  rules: RouteRules
  initial: NoticeFields
  draft: string
  body: (values: NoticeFields) => unknown
  send: (values: NoticeFields) => PromiseLike<InboundNoticeDetail>
}) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [existing, setExisting] = useState<Existing | null>(null)
  const form = useContractForm({
    ...options,
    send: async (values) => {
      try {
        return await options.send(values)
      } catch (error) {
        setExisting(existingIn(error))
        throw error
      }
    },
    faults: (error): ShownFault[] => {
      if (error.code === 'inbound/unknown-product')
        return faultsOfProblem(error).map(({ pointer }) => ({
          pointer: pointer.replace(/\/(sku|product_id)$/, '/product'),
          detail: t`This product can no longer be announced`,
        }))
      const other = existingIn(error)
      if (!other) return []
      return [{ pointer: '/reference', detail: t`${other.number} has this reference` }]
    },
    done: ({ id }) => {
      markOld('inbound')
      return navigate({ to: '/inbound/$id', params: { id } })
    },
  })
  return { ...form, existing: form.errors['reference'] ? existing : null }
}

function existingIn(error: unknown): Existing | null {
  if (!(error instanceof AndenError) || error.code !== 'inbound/duplicate-reference') return null
  return (error.problem as { existing?: Existing } | undefined)?.existing ?? null
}
