import { rows } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'

/** Every egreso changes them, so that they are read again with the remitos. */
export const bookList = rows(['remitos', 'books'], backoffice.remitoBooks.list, {})
