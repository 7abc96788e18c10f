// What is left of the books of remitos, in time to ask for a CAI.
import type { Today } from '@anden/sdk/backoffice'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useSession } from '../../shared/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card, Empty } from '../../ui/card.tsx'
import { Chip, type Tone } from '../../ui/chip.tsx'
import { CalendarDate, Mono } from '../../ui/values.tsx'
import styles from './today.module.css'

type State = Today['remito_books']['state']

export function BooksLeft({ cai, books }: { cai: Today['remito_cai']; books: Today['remito_books'] }) {
  const { t } = useLingui()
  const mayEnter = useSession().scopes.includes('staff:admin')
  const { state, days_left, numbers_left } = books
  const states: Record<Exclude<State, 'none'>, readonly [Tone, string]> = {
    enough: ['ok', t({ context: 'books of remitos', message: 'enough' })],
    running_out: ['warn', t`running out`],
    stopped: ['bad', t`no goods can leave`],
  }
  const enter = mayEnter ? <ButtonLink to="/warehouse/remito-books">{t`Books of remitos`}</ButtonLink> : null
  if (state === 'none')
    return (
      <Card title={t`Numbers for remitos`} flush>
        <Empty title={t`No CAI is used`} action={enter}>
          {t`Remitos are printed without one.`}
        </Empty>
      </Card>
    )
  const [tone, text] = states[state] ?? ['mute', state]
  return (
    <Card title={t`Numbers for remitos`} aside={enter} flush>
      <ul className={styles['rows']}>
        <li>
          <span>
            {state === 'stopped' ? (
              <Trans>No book can be used. Orders wait until an administrator enters one.</Trans>
            ) : (
              plural(numbers_left ?? 0, { one: '# number left', other: '# numbers left' })
            )}
          </span>
          <Chip tone={tone}>{text}</Chip>
        </li>
        {cai ? (
          <li>
            <span>
              <Trans>
                CAI <Mono>{cai.number}</Mono>
              </Trans>
            </span>
            <span className="quiet">
              <Trans>
                until <CalendarDate date={cai.expires_on} />
              </Trans>
            </span>
          </li>
        ) : null}
        {state === 'running_out' && days_left !== null ? (
          <li>
            <span>
              <Trans>Ask for a new CAI and enter its book.</Trans>
            </span>
            <span className="quiet numeric">
              {plural(days_left, { one: '# day left', other: '# days left' })}
            </span>
          </li>
        ) : null}
      </ul>
    </Card>
  )
}
