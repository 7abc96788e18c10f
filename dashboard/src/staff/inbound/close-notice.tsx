// Ends the receiving of a notice, with a reason for each line of which more or less came than was announced.
import rules from 'contract:backoffice/PATCH /inbound/{id}'
import { explainsDifference, inboundDifferenceReasons } from '@anden/contract/values'
import type { InboundItem, StaffInboundChange, StaffInboundNoticeDetail } from '@anden/sdk/backoffice'
import { Trans, useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { markOld } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import { signed } from '../../shared/inbound/notice-items.tsx'
import { useDifferenceReasons } from '../../shared/inbound/notice-status.tsx'
import { Card } from '../../ui/card.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { showNotice } from '../../ui/notices.tsx'
import { quantityText } from '../../ui/values.tsx'
import styles from './close-notice.module.css'

type Reason = (typeof inboundDifferenceReasons)[number]
type Explained = { reason: Reason | ''; note: string }
/** By the id of the line. */
type Fields = Record<string, Explained>

const nothing: Explained = { reason: '', note: '' }

export function CloseNotice({ id, number, revision, items }: StaffInboundNoticeDetail) {
  const { t } = useLingui()
  const reasons = useDifferenceReasons()
  const differing = items.filter(({ difference }) => difference !== 0)
  const body = (values: Fields): StaffInboundChange => ({
    action: 'close',
    if_revision: revision,
    differences: differing.map(({ id: item_id }) => {
      const { reason, note } = values[item_id] ?? nothing
      return { item_id, reason: reason as Reason, ...(note.trim() ? { note: note.trim() } : {}) }
    }),
  })
  const form = useContractForm<Fields, unknown>({
    rules,
    initial: {},
    draft: `inbound.${id}.close`,
    body,
    send: async (values) => {
      try {
        return await backoffice.inbound.update(id, body(values))
      } catch (error) {
        // So that the page shows what has changed.
        markOld('inbound')
        throw error
      }
    },
    done: () => {
      for (const topic of ['inbound', 'stock', 'remitos']) markOld(topic)
      showNotice({ content: t`${number} is closed. The client reads what differs.` })
    },
  })
  const set = (item: InboundItem, change: Partial<Explained>) => {
    const index = differing.indexOf(item)
    form.clearFieldError(`differences.${index}.reason`)
    form.setFieldValue(item.id, { ...nothing, ...form.getValues()[item.id], ...change })
  }
  return (
    <Card title={t`Close the notice`}>
      <Form
        form={form}
        submitLabel={differing.length === 0 ? t`Close: all came` : t`Close with these reasons`}
      >
        {differing.length === 0 ? (
          <p>
            <Trans>All lines came as announced.</Trans>
          </p>
        ) : (
          <>
            <p>
              <Trans>
                Say why each of these lines differs: the client reads it. What still comes is received first.
              </Trans>
            </p>
            <ul className={styles['lines']}>
              {differing.map((item, index) => (
                <li key={item.id}>
                  <span className={styles['what']}>
                    {item.name} <span className="mono quiet">{item.sku}</span>
                    <small>
                      {item.lot_number ? <span className="mono">{item.lot_number} · </span> : null}
                      {t`announced ${quantityText(item.quantity, item.unit_type)}, received ${quantityText(item.received, item.unit_type)}`}
                    </small>
                  </span>
                  <b className={styles['difference']}>{signed(item.difference, item.unit_type)}</b>
                  <NativeSelect
                    aria-label={t`Reason for ${item.name}`}
                    data={[
                      { value: '', label: t`Why?` },
                      ...inboundDifferenceReasons
                        .filter((reason) => explainsDifference(reason, item.difference))
                        .map((value) => ({ value, label: reasons[value] })),
                    ]}
                    value={form.values[item.id]?.reason ?? ''}
                    error={form.errors[`differences.${index}.reason`]}
                    onChange={({ currentTarget }) =>
                      set(item, { reason: currentTarget.value as Explained['reason'] })
                    }
                  />
                  <TextInput
                    aria-label={t`Note for ${item.name}`}
                    placeholder={t`Note`}
                    value={form.values[item.id]?.note ?? ''}
                    error={form.errors[`differences.${index}.note`]}
                    onChange={({ currentTarget }) => set(item, { note: currentTarget.value })}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </Form>
    </Card>
  )
}
