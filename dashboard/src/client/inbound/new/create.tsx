import rules from 'contract:portal/POST /inbound'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { portal } from '../../../shared/api.ts'
import { Form } from '../../../ui/form/form.tsx'
import { Page } from '../../../ui/page.tsx'
import { NoticeLines } from './lines.tsx'
import { NoticeCard } from './notice-card.tsx'
import { bodyOf, noNotice } from './notice-fields.ts'
import { useNoticeForm } from './use-notice-form.ts'

export function AnnounceGoods() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [initial] = useState(noNotice)
  const form = useNoticeForm({
    rules,
    initial,
    draft: 'inbound.new',
    body: bodyOf,
    send: (values) => portal.inbound.create(bodyOf(values)),
  })
  return (
    <Page
      title={t`Announce goods`}
      crumbs={[{ to: '/inbound', label: t`Announced goods` }]}
      actions={form.isDirty() ? <Button onClick={form.discardDraft}>{t`Start over`}</Button> : null}
    >
      <Form form={form} submitLabel={t`Announce`} cancel={() => void navigate({ to: '/inbound' })}>
        <NoticeCard form={form} />
        <NoticeLines form={form} />
      </Form>
    </Page>
  )
}
