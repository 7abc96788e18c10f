// A change of a notice is based on the revision that the form began with. What has changed since is told, and never overwritten.
import rules from 'contract:portal/PATCH /inbound/{id}'
import { isChangeableByClient } from '@anden/contract/values'
import type { InboundNoticeDetail } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type ById, markOld, portal, startReading } from '../../../shared/api.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Detail } from '../../../ui/detail.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { Page } from '../../../ui/page.tsx'
import { Warning } from '../../../ui/warning.tsx'
import { noticeById } from '../queries.ts'
import { NoticeLines } from './lines.tsx'
import { NoticeCard } from './notice-card.tsx'
import { changeOf, fieldsOf, type NoticeFields } from './notice-fields.ts'
import { useNoticeForm } from './use-notice-form.ts'

const route = getRouteApi('/shell/inbound/$id/edit')

export const load = ({ params }: ById) => startReading(noticeById(params.id))

export function EditNotice() {
  const { id } = route.useParams()
  return <Detail query={noticeById(id)}>{(notice) => <EditForm key={id} notice={notice} />}</Detail>
}

/** The revision is kept with what was typed. */
type Fields = NoticeFields & { revision: number }

const begun = (notice: InboundNoticeDetail): Fields => ({ ...fieldsOf(notice), revision: notice.revision })

function EditForm({ notice }: { notice: InboundNoticeDetail }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { id, number, status, revision } = notice
  const [initial] = useState(() => begun(notice))
  const back = () => navigate({ to: '/inbound/$id', params: { id } })
  const body = (values: NoticeFields) => {
    const { revision: basedOn, ...fields } = values as Fields
    return changeOf(fields, basedOn)
  }
  const form = useNoticeForm({
    rules,
    initial,
    draft: `inbound.${id}`,
    body,
    send: async (values) => {
      try {
        return await portal.inbound.update(id, body(values))
      } catch (error) {
        // So that the page shows what has changed.
        markOld('inbound')
        throw error
      }
    },
  })
  const isOver = !isChangeableByClient(status)
  const hasChanged = !isOver && (form.values as Fields).revision !== revision
  const crumbs = [
    { to: '/inbound', label: t`Announced goods` },
    { to: `/inbound/${id}`, label: number },
  ]
  return (
    <Page title={t`Change ${number}`} crumbs={crumbs}>
      {isOver ? (
        <Warning>
          {t`The goods have arrived, or the notice was cancelled: it can no longer be changed.`}{' '}
          <ButtonLink size="compact-sm" to="/inbound/$id" params={{ id }}>{t`See ${number}`}</ButtonLink>
        </Warning>
      ) : null}
      {hasChanged ? (
        <Warning>
          {t`Somebody else has changed this notice since you began. Nothing of theirs is overwritten.`}{' '}
          <Button
            size="compact-sm"
            onClick={() => form.replaceWith(begun(notice), t`The form shows the notice as it is now.`)}
          >
            {t`Begin again from how it is now`}
          </Button>
        </Warning>
      ) : null}
      <Form form={form} submitLabel={t`Save`} cancel={() => void back()}>
        <NoticeCard form={form} />
        <NoticeLines form={form} />
      </Form>
    </Page>
  )
}
