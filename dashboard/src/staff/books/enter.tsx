// Enters a book of remitos, as the authorisation of the CAI says. What is typed is shown as it will be printed.
import rules from 'contract:backoffice/POST /remito-books'
import type { NewRemitoBook } from '@anden/sdk/backoffice'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { markOld } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import { Card } from '../../ui/card.tsx'
import { FieldRow, Form } from '../../ui/form/form.tsx'
import { useContractForm, withoutEmpty } from '../../ui/form/use-contract-form.ts'
import { today } from '../../ui/format.ts'
import { SerialField } from '../../ui/number/number-fields.tsx'
import { serialNumber } from '../../ui/number/read-number.ts'
import { numberToSend, typedNumber } from '../../ui/number/typed-number.ts'
import { Page } from '../../ui/page.tsx'
import { printedNumber } from './book-texts.tsx'

const noBook = { point_of_sale: '', from: '', to: '', cai: '', cai_expires_on: '' }

/** The paper of the tax authority and people write a CAI with spaces. */
const bodyOf = ({ point_of_sale, from, to, cai, cai_expires_on }: typeof noBook) =>
  withoutEmpty({
    point_of_sale: numberToSend(point_of_sale, serialNumber),
    from: numberToSend(from, serialNumber),
    to: numberToSend(to, serialNumber),
    cai: cai.replace(/\s/g, ''),
    cai_expires_on,
  })

export function EnterBook() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const back = () => navigate({ to: '/warehouse/remito-books' })
  const form = useContractForm({
    rules,
    initial: noBook,
    draft: 'remito-books.new',
    body: bodyOf,
    send: (values, options) => backoffice.remitoBooks.create(bodyOf(values) as NewRemitoBook, options),
    done: () => {
      markOld('remitos')
      return back()
    },
  })
  const crumbs = [
    { to: '/warehouse', label: t`Warehouse` },
    { to: '/warehouse/remito-books', label: t`Books of remitos` },
  ]
  return (
    <Page title={t`Enter a book of remitos`} crumbs={crumbs}>
      <Card title={t`Book`}>
        <Form form={form} submitLabel={t`Enter the book`} cancel={() => void back()}>
          <SerialField
            label={t`Point of sale`}
            withAsterisk
            maw={200}
            {...form.getInputProps('point_of_sale')}
          />
          <FieldRow>
            <SerialField label={t`First number`} withAsterisk {...form.getInputProps('from')} />
            <SerialField label={t`Last number`} withAsterisk {...form.getInputProps('to')} />
          </FieldRow>
          <FieldRow>
            <TextInput
              label={t`CAI`}
              description={t`14 digits`}
              withAsterisk
              inputMode="numeric"
              autoComplete="off"
              {...form.getInputProps('cai')}
            />
            <TextInput
              label={t`Expires on`}
              description={t`The day that the authorisation says`}
              withAsterisk
              type="date"
              min={today()}
              {...form.getInputProps('cai_expires_on')}
            />
          </FieldRow>
          <AsPrinted {...form.values} />
        </Form>
      </Card>
    </Page>
  )
}

/** Keeps its line, so that nothing moves while one types. */
function AsPrinted({ point_of_sale, from, to }: typeof noBook) {
  const [point, first, last] = [point_of_sale, from, to].map((text) => typedNumber(text, serialNumber))
  const isRange = point && first && last && first <= last
  return (
    <p className="quiet numeric" aria-live="polite">
      {isRange ? (
        <Trans>
          {printedNumber(point, first)} to {printedNumber(point, last)}:{' '}
          {plural(last - first + 1, { one: '# number', other: '# numbers' })}
        </Trans>
      ) : (
        '\u00a0'
      )}
    </p>
  )
}
