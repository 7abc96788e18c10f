// What can be done to a trip as a whole: print its papers, make the driver's link, depart, close, delete.
import type { Trip } from '@anden/sdk/backoffice'
import { Plural, useLingui } from '@lingui/react/macro'
import { Button, Kbd } from '@mantine/core'
import { useEffect } from 'react'
import { MenuOnDemand } from '../../ui/menu-on-demand.tsx'
import { dialogOnDemand, usePreload } from '../../ui/on-demand.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { useAction } from '../../ui/use-action.ts'
import { type Printed, printTrip, remitosOf } from './print-trip.ts'
import styles from './trip.module.css'
import { usePickListOf } from './use-pick-list.ts'

const DepartDialog = dialogOnDemand(async () => (await import('./depart-dialog.tsx')).DepartDialog)
const DriverLinkDialog = dialogOnDemand(
  async () => (await import('./driver-link-dialog.tsx')).DriverLinkDialog,
)
const CloseTrip = dialogOnDemand(async () => (await import('./end-dialogs.tsx')).CloseTrip)
const DeleteTrip = dialogOnDemand(async () => (await import('./end-dialogs.tsx')).DeleteTrip)

/** What a key or a button has asked for. */
export type Asked = 'depart' | 'close' | 'delete' | 'driver-link' | 'route-sheet'

type TripActionsProps = {
  trip: Trip
  /** Whether changes of the stops are still being sent: they come before a departure. */
  isSaving: boolean
  mayPlan: boolean
  asked: Asked | null
  ask: (asked: Asked | null) => void
}

export function TripActions({ trip, isSaving, mayPlan, asked, ask }: TripActionsProps) {
  const { t } = useLingui()
  const { status, stops } = trip
  const printing = useAction({ mutationFn: (what: Printed) => printTrip(trip, what) })
  const { mutate: print } = printing
  usePreload(DepartDialog.preload)
  useEffect(() => {
    if (asked !== 'route-sheet') return
    ask(null)
    void print('route-sheet')
  }, [asked, ask, print])
  const close = () => ask(null)
  const count = stops.length
  return (
    <>
      <PrintMenu trip={trip} isPending={printing.isPending} print={(what) => void print(what)} />
      {mayPlan && status !== 'closed' ? (
        <Button onClick={() => ask('driver-link')} aria-keyshortcuts="d">
          {t`Driver’s link`}
        </Button>
      ) : null}
      {mayPlan && status === 'draft' ? (
        <>
          <RowMenu
            label={t`More actions on ${trip.number}`}
            actions={[{ label: t`Delete the draft…`, act: () => ask('delete'), isDangerous: true }]}
          />
          <Button variant="filled" disabled={count === 0} onClick={() => ask('depart')} aria-keyshortcuts="s">
            <Plural value={count} one="Depart with # order" other="Depart with # orders" />
            <Kbd size="xs" className={styles['key'] ?? ''}>
              s
            </Kbd>
          </Button>
        </>
      ) : null}
      {mayPlan && status === 'departed' ? (
        <Button
          variant={stops.every(({ outcome }) => outcome !== null) ? 'filled' : 'default'}
          onClick={() => ask('close')}
        >
          {t`Close the trip`}
        </Button>
      ) : null}
      {printing.isError ? <ProblemNote error={printing.error} /> : null}
      {asked === 'depart' && status === 'draft' && count > 0 ? (
        <DepartDialog trip={trip} isSaving={isSaving} close={close} />
      ) : null}
      {asked === 'driver-link' ? <DriverLinkDialog trip={trip} close={close} /> : null}
      {asked === 'close' ? <CloseTrip trip={trip} close={close} /> : null}
      {asked === 'delete' ? <DeleteTrip trip={trip} close={close} /> : null}
    </>
  )
}

type PrintMenuProps = { trip: Trip; isPending: boolean; print: (what: Printed) => void }

function PrintMenu({ trip, isPending, print }: PrintMenuProps) {
  const { t } = useLingui()
  const list = usePickListOf(trip)
  const remitos = remitosOf(trip).length
  return (
    <MenuOnDemand
      width={240}
      position="bottom-end"
      button={(props) => (
        <Button loading={isPending} {...props}>
          {t`Print`}
        </Button>
      )}
      entries={(Menu) => (
        <>
          <Menu.Item onClick={() => print('route-sheet')}>{t`Route sheet`}</Menu.Item>
          <Menu.Item disabled={remitos === 0} onClick={() => print('remitos')}>
            <Plural value={remitos} one="# remito" other="# remitos" />
          </Menu.Item>
          <Menu.Item disabled={trip.packages === 0} onClick={() => print('labels')}>
            <Plural value={trip.packages} one="# label" other="# labels" />
          </Menu.Item>
          <Menu.Divider />
          {trip.status === 'draft' ? <Menu.Item onClick={list}>{t`Pick list`}</Menu.Item> : null}
          <Menu.Item onClick={() => window.print()}>{t`This page`}</Menu.Item>
        </>
      )}
    />
  )
}
