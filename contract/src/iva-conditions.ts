export const ivaConditions = [
  'responsable_inscripto',
  'exento',
  'consumidor_final',
  'monotributo',
  'no_categorizado',
  'proveedor_exterior',
  'cliente_exterior',
  'liberado_ley_19640',
  'monotributo_social',
  'no_alcanzado',
  'monotributo_promovido',
] as const
export type IvaCondition = (typeof ivaConditions)[number]
