/** The service's responses, to be compared with the database afterwards. */
export type Journal = {
  orders: { id: string; status: string }[]
  ingresos: string[]
  egresos: string[]
  payments: string[]
  reversals: string[]
  /** Without a key, a destinatario that was sent twice may exist twice. */
  destinatarios: { answered: number; attempts: number }
  attachments: { answered: string[]; attempts: number }
}

export const emptyJournal = (): Journal => ({
  orders: [],
  ingresos: [],
  egresos: [],
  payments: [],
  reversals: [],
  destinatarios: { answered: 0, attempts: 0 },
  attachments: { answered: [], attempts: 0 },
})
