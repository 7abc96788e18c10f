import { ivaConditions, maxDocumentLength } from './documents.ts'
import {
  amongMatches,
  Email,
  foundBy,
  Id,
  Line,
  Named,
  Nullable,
  OneOf,
  Text,
  Timestamp,
} from './primitives.ts'
import { type Static, Type } from './type.ts'

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
    Type.String({ description: 'CUIT/CUIL or DNI, digits only', examples: ['20123456786'] }),
  ),
  iva_condition: Nullable(OneOf(ivaConditions, { examples: ['responsable_inscripto'] })),
  delivery_schedule: Nullable(Type.String({ examples: ['Lunes a viernes de 9 a 13'] })),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Destinatario = Static<typeof Destinatario>

export const DestinatarioFilters = {
  name: Type.Optional(
    Line(200, { description: 'Part of the name, ignoring case and accents', examples: ['vinoteca'] }),
  ),
  ...foundBy(
    'The beginning of a word of the name, or of the CUIT or DNI, with or without hyphens. ' +
      amongMatches('first matches'),
    '30-7077',
  ),
}

const optional = {
  address: Type.Optional(Nullable(Text(300))),
  phone: Type.Optional(Nullable(Text(50))),
  city: Type.Optional(Nullable(Text(200))),
  province: Type.Optional(Nullable(Text(200))),
  postal_code: Type.Optional(Nullable(Text(20))),
  email: Type.Optional(Nullable(Email('compras@vinotecadelcentro.example'))),
  cuit_dni: Type.Optional(
    Nullable(
      Type.String({
        format: 'cuit-dni',
        maxLength: maxDocumentLength,
        description: 'CUIT/CUIL (11 digits, hyphens allowed, check digit verified) or DNI (7 or 8 digits)',
        examples: ['20-12345678-6'],
      }),
    ),
  ),
  iva_condition: Type.Optional(Nullable(OneOf(ivaConditions, { examples: ['responsable_inscripto'] }))),
  delivery_schedule: Type.Optional(Nullable(Text(200, { examples: ['Lunes a viernes de 9 a 13'] }))),
}

export const NewDestinatario = Named('NewDestinatario', {
  name: Line(200, { examples: ['Vinoteca del Centro'] }),
  ...optional,
})
export type NewDestinatario = Static<typeof NewDestinatario>

export const DestinatarioChange = Named('DestinatarioChange', {
  name: Type.Optional(Line(200, { description: 'Cannot be cleared', examples: ['Vinoteca del Centro'] })),
  ...optional,
})
export type DestinatarioChange = Static<typeof DestinatarioChange>
