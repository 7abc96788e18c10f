// Makes the link of the driver, which is shown only once: as a code for the driver's phone, and to copy.
import type { Trip } from '@anden/sdk/backoffice'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack } from '@mantine/core'
import { backoffice } from '../../shared/backoffice.ts'
import { QrCode } from '../../shared/settings/qr-code.tsx'
import { CopyButton } from '../../ui/code.tsx'
import { Modal } from '../../ui/modal.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { useAction } from '../../ui/use-action.ts'
import styles from './trip.module.css'

export function DriverLinkDialog({ trip, close }: { trip: Trip; close: () => void }) {
  const { t } = useLingui()
  const { data, mutate, isPending, error } = useAction({
    mutationFn: () => Promise.resolve(backoffice.trips.driverLink(trip.id)),
  })
  const { driver_name: driver } = trip
  return (
    <Modal
      opened
      onClose={close}
      title={t`Driver’s link of ${trip.number}`}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Stack gap="md">
        <p>
          {trip.status === 'draft' ? (
            <Trans>
              {driver} opens it on a phone, without an account: the stops now, and from the departure on what
              is handed over or could not be delivered.
            </Trans>
          ) : (
            <Trans>
              {driver} opens it on a phone, without an account: the stops, and what is handed over or could
              not be delivered, until the trip is closed or 48 hours have passed since the departure.
            </Trans>
          )}
        </p>
        {data ? (
          <div className={styles['link']}>
            <QrCode text={data.url} label={t`The driver’s link as a QR code`} />
            <div>
              <p className={styles['address']}>
                <span className="mono">{data.url}</span>
                <CopyButton value={data.url} label={t`Copy the link`} />
              </p>
              <p className="quiet">{t`It is shown only here. Whoever has it can read the stops, so give it to the driver alone.`}</p>
            </div>
          </div>
        ) : (
          <p>{t`Making a link revokes the last one of this trip: whoever has that one cannot use it any more.`}</p>
        )}
        {error ? <ProblemNote error={error} /> : null}
        <Group justify="flex-end" gap="xs">
          {data ? (
            <Button variant="filled" onClick={close} data-autofocus>
              {t`Done`}
            </Button>
          ) : (
            <>
              <Button onClick={close}>{t`Cancel`}</Button>
              <Button variant="filled" loading={isPending} onClick={() => void mutate()} data-autofocus>
                {t`Make the link`}
              </Button>
            </>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}
