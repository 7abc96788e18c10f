import type { OwnSession } from '@anden/sdk'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Detail } from '../../ui/detail.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { useAction } from '../../ui/use-action.ts'
import { Moment, None } from '../../ui/values.tsx'
import { one, portal, queryClient } from '../api.ts'
import { leave } from '../session.ts'
import { deviceOf } from './device.ts'
import styles from './own-sessions.module.css'

/** The list changes only through this page and through other browsers of the same user. */
export const ownSessions = one(['session', 'list'], (options) => portal.auth.listOwnSessions({}, options))

/** The sessions of the signed-in user. */
export function OwnSessions() {
  const { t } = useLingui()
  const [isEndingAll, setEndingAll] = useState(false)
  const end = useAction({
    mutationFn: async (id: string | 'others') =>
      id === 'others' ? await portal.auth.endOtherSessions({}) : await portal.auth.endSession({ id }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ownSessions.queryKey }),
  })
  const actions = (
    <>
      <Button
        size="compact-sm"
        onClick={() => end.mutate('others')}
        loading={end.variables === 'others' && end.isPending}
      >
        {t`End all others`}
      </Button>
      <Button size="compact-sm" onClick={() => setEndingAll(true)}>{t`Sign out everywhere`}</Button>
    </>
  )
  return (
    <Card title={t`Where you are signed in`} aside={actions} flush>
      <Detail query={ownSessions}>
        {(sessions) => <SessionList sessions={sessions} end={end.mutate} />}
      </Detail>
      {end.isError ? <ProblemNote error={end.error} /> : null}
      {isEndingAll ? <EndAllDialog close={() => setEndingAll(false)} /> : null}
    </Card>
  )
}

const shownAtFirst = 5

function SessionList({ sessions, end }: { sessions: readonly OwnSession[]; end: (id: string) => void }) {
  const { t } = useLingui()
  const [isWhole, setWhole] = useState(false)
  // The session of this browser comes first.
  const ordered = sessions.toSorted((a, b) => Number(b.is_current) - Number(a.is_current))
  const shown = isWhole ? ordered : ordered.slice(0, shownAtFirst)
  return (
    <>
      <ul className={styles['sessions']}>
        {shown.map((session) => (
          <SessionLine key={session.id} {...session} end={() => end(session.id)} />
        ))}
      </ul>
      {shown.length < ordered.length ? (
        <div className={styles['more']}>
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setWhole(true)}>
            {t`Show all ${ordered.length}`}
          </Button>
        </div>
      ) : null}
    </>
  )
}

function SessionLine(session: OwnSession & { end: () => void }) {
  const { t } = useLingui()
  const { user_agent, ip_address, last_used_at, created_at, is_current, end } = session
  const device = deviceOf(user_agent) ?? t`Unknown device`
  return (
    <li>
      <div className={styles['device']} title={user_agent ?? ''}>
        <b>{device}</b>
        <span className="quiet numeric">{ip_address ?? <None />}</span>
      </div>
      <div className={`${styles['times']} quiet`}>
        <span>
          <Trans>
            last used <Moment at={last_used_at} ago />
          </Trans>
        </span>
        <span>
          <Trans>
            since <Moment at={created_at} />
          </Trans>
        </span>
      </div>
      {is_current ? (
        <Chip tone="ok">{t`this one`}</Chip>
      ) : (
        <Button size="compact-sm" onClick={end} aria-label={t`End the session on ${device}`}>
          {t`End`}
        </Button>
      )}
    </li>
  )
}

function EndAllDialog({ close }: { close: () => void }) {
  const { t } = useLingui()
  const action = useAction({
    mutationFn: async () => await portal.auth.endSessions({}),
    onSuccess: leave,
  })
  return (
    <Confirm
      title={t`Sign out everywhere?`}
      confirmLabel={t`Sign out everywhere`}
      action={action}
      close={close}
    >
      <Trans>All your sessions end, this one too. You can sign in again at once.</Trans>
    </Confirm>
  )
}
