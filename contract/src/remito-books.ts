import { CalendarDate, Id, Named, OneOf, Timestamp } from './primitives.ts'
import { type Static, Type } from './type.ts'

export const remitoBookStatuses = ['active', 'exhausted', 'expired', 'closed'] as const
export type RemitoBookStatus = (typeof remitoBookStatuses)[number]

/** Eight digits. */
const lastPossibleNumber = 99_999_999
/** Higher ones are reserved by the tax authority; 99,999 is that of the sandboxes. */
const lastPointOfSale = 99_998

const Cai = Type.String({
  format: 'cai',
  maxLength: 14,
  description: 'The authorisation of the tax authority, 14 digits',
  examples: ['71234567890123'],
})

export const RemitoBook = Named('RemitoBook', {
  id: Id,
  letter: OneOf(['R'], { examples: ['R'] }),
  point_of_sale: Type.Integer({ examples: [3] }),
  from: Type.Integer({ description: 'Its first number', examples: [1] }),
  to: Type.Integer({ description: 'Its last number', examples: [5000] }),
  next: Type.Integer({
    description: 'The number of the next egreso; one more than `to` once all are used',
    examples: [1235],
  }),
  cai: Cai,
  cai_expires_on: { ...CalendarDate, description: 'The last day on which its numbers can be used' },
  status: OneOf(remitoBookStatuses, {
    description:
      "`exhausted`: all numbers are used. `expired`: its CAI has expired, by the warehouse's day. `closed`: by an administrator",
    examples: ['active'],
  }),
  created_at: Timestamp,
})
export type RemitoBook = Static<typeof RemitoBook>

export const NewRemitoBook = Named('NewRemitoBook', {
  point_of_sale: Type.Integer({ minimum: 1, maximum: lastPointOfSale, examples: [3] }),
  from: Type.Integer({
    minimum: 1,
    maximum: lastPossibleNumber,
    description: 'The first number that the CAI authorises',
    examples: [1],
  }),
  to: Type.Integer({
    minimum: 1,
    maximum: lastPossibleNumber,
    description: 'The last one; not less than `from`',
    examples: [5000],
  }),
  cai: Cai,
  cai_expires_on: { ...CalendarDate, description: "From today on, by the warehouse's day" },
})
export type NewRemitoBook = Static<typeof NewRemitoBook>

export const RemitoBookChange = Named('RemitoBookChange', {
  closed: Type.Boolean({
    description:
      '`true`. A closed book is not opened again. The numbers that are left can be entered in another book',
    examples: [true],
  }),
})
export type RemitoBookChange = Static<typeof RemitoBookChange>
