// The sandbox of the client: what only pages of the sandbox ask for.
import { AndenSandbox } from '@anden/sdk/sandbox'
import { queryOptions } from '@tanstack/react-query'
import { setToday } from '../ui/format.ts'
import { one, portalOptions, sandboxKey } from './api.ts'

export const { sandbox } = new AndenSandbox(portalOptions)

/** A reset changes nothing that the live stream reports before it is done, so it is asked for until it is. */
const askAgainMs = 1_500

/** What it has, against its limits, and its day, from which every page counts. */
export const sandboxQuery = queryOptions({
  ...one(sandboxKey, async (options) => {
    const shown = await sandbox.get({}, options)
    setToday(shown.day)
    return shown
  }),
  refetchInterval: ({ state }) => (state.data?.reset?.state === 'running' ? askAgainMs : false),
})
