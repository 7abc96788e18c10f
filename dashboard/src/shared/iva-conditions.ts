import { useLingui } from '@lingui/react/macro'

/** The VAT conditions by their legal names. */
export function useIvaConditions(): { value: string; label: string }[] {
  const { t } = useLingui()
  const labels = {
    responsable_inscripto: t`Registered (responsable inscripto)`,
    exento: t`Exempt`,
    consumidor_final: t`Final consumer`,
    monotributo: t`Monotributo`,
    no_categorizado: t`Not categorised`,
    proveedor_exterior: t`Foreign supplier`,
    cliente_exterior: t`Foreign customer`,
    liberado_ley_19640: t`Free under law 19.640`,
    monotributo_social: t`Monotributo social`,
    no_alcanzado: t`Not subject to IVA`,
    monotributo_promovido: t`Monotributo promovido`,
  }
  return Object.entries(labels).map(([value, label]) => ({ value, label }))
}
