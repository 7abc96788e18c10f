import type { RemitoBook } from '@anden/sdk/backoffice'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { markOld } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { useAction } from '../../ui/use-action.ts'
import { printedNumber } from './book-texts.tsx'

export function CloseBook({ book, close }: { book: RemitoBook; close: () => void }) {
  const { t } = useLingui()
  const { id, point_of_sale, from, to, next } = book
  const closing = useAction({
    mutationFn: async () => await backoffice.remitoBooks.update(id, { closed: true }),
    onSuccess: () => {
      markOld('remitos')
      close()
    },
  })
  const left = to - next + 1
  const name = printedNumber(point_of_sale, from)
  return (
    <Confirm
      title={t`Close the book ${name}?`}
      confirmLabel={t`Close the book`}
      action={closing}
      close={close}
    >
      <p>
        {plural(left, {
          one: '# number is left. No remito takes it any more; you can enter it in another book.',
          other: '# numbers are left. No remito takes them any more; you can enter them in another book.',
        })}
      </p>
      <p>
        <Trans>A closed book is not opened again. Remitos that were issued keep their number and CAI.</Trans>
      </p>
    </Confirm>
  )
}
