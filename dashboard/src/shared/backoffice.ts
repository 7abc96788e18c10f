// The client of the back office API, for the staff's pages.
import { Backoffice, etagCache } from '@anden/sdk/backoffice'
import { fetchStreamLast } from './api.ts'

export const backoffice = new Backoffice({
  cache: etagCache(),
  retries: 2,
  deadlineMs: 20_000,
  fetch: fetchStreamLast,
})
