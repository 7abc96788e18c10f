import { type Static, Type } from 'typebox'
import { Id, Named, Nullable, OneOf, Timestamp } from './primitives.ts'

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

export const Destinatario = Named('Destinatario', {
  id: Id,
  name: Type.String({ examples: ['Vinoteca del Centro'] }),
  address: Nullable(Type.String({ examples: ['Av. San Martín 1250'] })),
  phone: Nullable(Type.String({ examples: ['+54 261 555-0100'] })),
  city: Nullable(Type.String({ examples: ['Mendoza'] })),
  province: Nullable(Type.String({ examples: ['Mendoza'] })),
  postal_code: Nullable(Type.String({ examples: ['M5500'] })),
  email: Nullable(Type.String({ format: 'email', examples: ['compras@vinotecadelcentro.example'] })),
  cuit_dni: Nullable(
    Type.String({ description: 'CUIT/CUIL or DNI, digits only', examples: ['20304567891'] }),
  ),
  iva_condition: Nullable(OneOf(ivaConditions, { examples: ['responsable_inscripto'] })),
  delivery_schedule: Nullable(Type.String({ examples: ['Lunes a viernes de 9 a 13'] })),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Destinatario = Static<typeof Destinatario>

export const DestinatarioFilters = {
  name: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Part of the name, whatever its case',
      examples: ['vinoteca'],
    }),
  ),
}
