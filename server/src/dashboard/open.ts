// The dashboard of this process: being built, ready, or failed. The APIs do not wait for it.
import { fileURLToPath } from 'node:url'
import { type BuildOptions, buildIfChanged, distOf } from './build.ts'
import { type Dist, loadDist } from './dist.ts'

type DashboardState = { is: 'building' } | { is: 'failed' } | { is: 'ready'; dist: Dist }

export type Dashboard = { state(): DashboardState; close(): void }

export const ownWorkspace = fileURLToPath(new URL('../../../', import.meta.url))

export function openDashboard({ workspace, say }: Omit<BuildOptions, 'signal'>): Dashboard {
  let state: DashboardState = { is: 'building' }
  const stopping = new AbortController()
  const { signal } = stopping
  buildIfChanged({ workspace, say, signal })
    .then(() => loadDist(distOf(workspace)))
    .then((dist) => {
      state = { is: 'ready', dist }
    })
    .catch((error: Error) => {
      if (signal.aborted) return
      state = { is: 'failed' }
      say(`dashboard: not available, the API is: ${error.message}`)
    })
  return {
    state: () => state,
    close: () => stopping.abort(),
  }
}
