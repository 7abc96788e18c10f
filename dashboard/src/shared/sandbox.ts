// The sandbox of the client: what only pages of the sandbox ask for.
import { AndenSandbox } from '@anden/sdk/sandbox'
import { setToday } from '../ui/format.ts'
import { one, portalOptions, sandboxKey } from './api.ts'

export const { sandbox } = new AndenSandbox(portalOptions)

/** What it has, against its limits, and its day, from which every page counts. */
export const sandboxQuery = one(sandboxKey, async (options) => {
  const shown = await sandbox.get({}, options)
  setToday(shown.day)
  return shown
})
