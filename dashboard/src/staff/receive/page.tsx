import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { DetailSkeleton } from '../../ui/detail.tsx'

// Nobody needs both at once.
const Receive = lazy(async () => ({ default: (await import('./receive.tsx')).Receive }))
const ReceiveNotice = lazy(async () => ({
  default: (await import('../inbound/receive/page.tsx')).ReceiveNotice,
}))

const route = getRouteApi('/shell/warehouse/receive')

/** `?notice=` receives goods that were announced; without it, a paper is entered. */
export function ReceivePage() {
  const { notice } = route.useSearch()
  return (
    <Suspense fallback={<DetailSkeleton />}>
      {notice ? <ReceiveNotice key={notice} id={notice} /> : <Receive />}
    </Suspense>
  )
}
