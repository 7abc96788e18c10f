import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { MenuOnDemand } from '../../ui/menu-on-demand.tsx'

export function RecordMenu({ record }: { record: (kind: BookedKind) => void }) {
  const { t } = useLingui()
  const types = useTransactionTypes()
  return (
    <MenuOnDemand
      withinPortal={false}
      button={(props) => <Button variant="filled" {...props}>{t`Record`}</Button>}
      entries={(Menu) =>
        bookedKinds.map((kind) => (
          <Menu.Item key={kind} onClick={() => record(kind)}>
            {types[kind]}
          </Menu.Item>
        ))
      }
    />
  )
}

const bookedKinds = ['payment', 'credit_sale', 'credit_note'] as const
export type BookedKind = (typeof bookedKinds)[number]

export function useTransactionTypes(): Record<string, string> {
  const { t } = useLingui()
  return { payment: t`Payment`, credit_sale: t`Credit sale`, credit_note: t`Credit note` }
}

export function usePaymentMethods(): Record<string, string> {
  const { t } = useLingui()
  return {
    efectivo: t`Cash`,
    tarjeta: t`Card`,
    transferencia: t`Bank transfer`,
    qr: t`QR`,
    cheque: t`Cheque`,
    fiado: t`On credit`,
    nota_credito: t`Credit note`,
  }
}
