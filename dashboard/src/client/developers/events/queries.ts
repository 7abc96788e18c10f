import { portal, rows } from '../../../shared/api.ts'

export const eventList = (filters: Record<string, unknown>) => rows(['events'], portal.events.list, filters)
